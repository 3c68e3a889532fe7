-- The store: organizations, projects, keys; what a project holds; and its row-level security policies. Every key of what belongs to a project
-- begins with the project, so that a lookup which forgets it finds no index to use.

create extension if not exists btree_gin;
create extension if not exists pg_trgm;
create extension if not exists unaccent;

-- Words as they are searched for: without case, accents and compatibility forms, and without the punctuation from which the parser makes
-- hosts, paths, tags, signs and decimals, in which no single word is found; `C++` and `C#` are read out. It is immutable as long as the rules
-- of unaccent are, which PostgreSQL cannot know. Its names are bound here, so they mean the same while a dump is restored. ASCII has no
-- accents, and `translate` would take more time than the index.
create function fold(words text) returns text language sql immutable strict parallel safe
  return replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    case when octet_length(words) = length(words) then lower(words)
      else replace(lower(unaccent('unaccent'::regdictionary, normalize(words, nfkc))), 'ς', 'σ') end,
    '++', ' plusplus '), 'c#', 'c sharp '), 'f#', 'f sharp '), '+', ' '), '-', ' '), '.', ' '), '/', ' '), '@', ' '), '<', ' '), '&', ' ');

-- Each word as it is, with the first weight, and then its English stem, with the second. A word stands between the two, or the last one
-- would be right before the first stem. What a compatibility form stands for may be much longer: it is cut, or a tsvector could
-- overflow. To fold twice takes less time than a query inside the function.
create function searchable(words text, weight "char", stem_weight "char") returns tsvector language sql immutable strict parallel safe
  return setweight(to_tsvector('simple'::regconfig, left(fold(words), 2 * length(words) + 100)), weight)
    || setweight(to_tsvector('english'::regconfig, 'the ' || left(fold(words), 2 * length(words) + 100)), stem_weight);

-- The texts and numbers of a JSON value, however deep; enough of them for a search, and never too many for a tsvector.
create function words_of(value jsonb) returns text language sql immutable strict parallel safe
  return (
    select left(coalesce(string_agg(part #>> '{}', ' '), ''), 50000)
    from (
      -- One list, as a row for each value takes time that grows with the square of their number.
      select part
      from jsonb_array_elements(jsonb_path_query_array(value, 'strict $.** ? (@.type() == "string" || @.type() == "number")')) part
      limit 25000
    ) parts
  );

create table organization (
  id uuid primary key,
  name text not null unique,
  created_at timestamptz(3) not null default now()
);

create table project (
  id uuid primary key,
  organization_id uuid not null references organization,
  name text not null,
  created_at timestamptz(3) not null default now(),
  unique (organization_id, name)
);

create table api_key (
  id uuid primary key,
  organization_id uuid not null references organization,
  project_id uuid references project,
  name text,
  hash bytea not null unique,
  read_only boolean not null default false,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3),
  revoked_at timestamptz(3)
);
create index on api_key (organization_id);

create table shape (
  project_id uuid not null references project,
  id uuid not null,
  name text collate "C" not null,
  description text,
  entity_types jsonb not null default '[]',
  relationship_types jsonb not null default '[]',
  created_at timestamptz(3) not null default now(),
  primary key (project_id, id)
);
create index on shape (project_id, name);

create table source (
  project_id uuid not null references project,
  id uuid not null,
  name text collate "C" not null,
  shape_id uuid,
  created_at timestamptz(3) not null default now(),
  primary key (project_id, id),
  foreign key (project_id, shape_id) references shape
);
create index on source (project_id, name);

create table document (
  project_id uuid not null,
  id uuid not null,
  source_id uuid not null,
  external_id text collate "C",
  title text,
  text text not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (project_id, id),
  unique (project_id, source_id, external_id),
  foreign key (project_id, source_id) references source
);

-- What `entityTableSql` of slice-cql/sql writes for a table of many tenants with UUIDs; a test compares them.
CREATE TABLE "entity" (
  "project_id" uuid NOT NULL,
  "id" uuid NOT NULL,
  "type" text COLLATE "C",
  "shape_id" uuid,
  "source_id" uuid,
  "source_shape_id" uuid,
  "created_at" timestamptz CHECK (created_at >= '0001-01-01 00:00:00Z' AND created_at < '10000-01-01 00:00:00Z'),
  "props" jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(props) = 'object'),
  PRIMARY KEY ("project_id", "id")
);
CREATE INDEX ON "entity" ("project_id", "type", "created_at");
CREATE INDEX ON "entity" ("project_id", "shape_id", "created_at");
CREATE INDEX ON "entity" ("project_id", "source_id", "created_at");
CREATE INDEX ON "entity" ("project_id", "source_shape_id", "created_at");
CREATE INDEX ON "entity" ("project_id", "created_at");
CREATE INDEX ON "entity" USING gin (props jsonb_path_ops);

alter table entity
  alter type set not null,
  alter created_at type timestamptz(3),
  alter created_at set not null,
  alter created_at set default now(),
  add name text,
  add updated_at timestamptz(3) not null default now(),
  add search tsvector not null generated always as (
    searchable(coalesce(left(name, 10000), ''), 'A', 'B') || searchable(words_of(props), 'C', 'D') || searchable(left(type, 1000), 'C', 'D')
  ) stored,
  add foreign key (project_id) references project,
  add foreign key (project_id, shape_id) references shape,
  add foreign key (project_id, source_id) references source,
  add foreign key (project_id, source_shape_id) references shape;
create index on entity using gin (project_id, search) with (fastupdate = off);

create table relationship (
  project_id uuid not null,
  id uuid not null,
  type text collate "C" not null,
  from_id uuid not null,
  to_id uuid not null,
  created_at timestamptz(3) not null default now(),
  props jsonb not null default '{}' check (jsonb_typeof(props) = 'object'),
  search tsvector not null generated always as (searchable(left(type, 1000), 'A', 'B') || searchable(words_of(props), 'C', 'D')) stored,
  primary key (project_id, id),
  foreign key (project_id, from_id) references entity on delete cascade,
  foreign key (project_id, to_id) references entity on delete cascade
);
create index on relationship (project_id, from_id);
create index on relationship (project_id, to_id);
create index on relationship (project_id, created_at desc, id);
create index on relationship using gin (project_id, search) with (fastupdate = off);

create table slice (
  project_id uuid not null references project,
  id uuid not null,
  name text not null,
  cql text not null,
  promoted boolean not null default false,
  created_at timestamptz(3) not null default now(),
  primary key (project_id, id)
);

create table memory (
  project_id uuid not null references project,
  id uuid not null,
  organization_id uuid not null references organization,
  key_id uuid not null references api_key,
  content text not null,
  kind text,
  scope text not null check (scope in ('agent', 'commons', 'project')),
  subject jsonb,
  source_context text,
  forget_after timestamptz(3),
  forget_reason text,
  shape_id uuid,
  created_at timestamptz(3) not null default now(),
  search tsvector not null generated always as (
    searchable(left(content, 50000), 'A', 'B') || searchable(left(words_of(coalesce(subject, '{}')), 10000), 'C', 'D')
  ) stored,
  primary key (project_id, id),
  foreign key (project_id, shape_id) references shape
);
create index on memory (project_id, created_at desc, id);
create index on memory (organization_id, created_at desc, id) where scope = 'commons';
create index on memory (organization_id, id) where scope = 'commons';
create index on memory (key_id) where scope = 'agent';
create index on memory (forget_after) where forget_after is not null;
create index on memory using gin (project_id, search) with (fastupdate = off);
create index on memory using gin (organization_id, search) with (fastupdate = off) where scope = 'commons';

-- Changes that wait for a review. One with something that only its writer may recall is seen by the writer's key alone.
create table delta (
  project_id uuid not null references project,
  id uuid not null,
  status text not null default 'open' check (status in ('open', 'applied', 'discarded')),
  key_id uuid not null references api_key,
  private boolean not null default false,
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  answer jsonb,
  primary key (project_id, id)
);

create table change (
  project_id uuid not null,
  delta_id uuid not null,
  position integer not null,
  id uuid not null,
  operation text not null check (operation in ('create', 'update')),
  object text not null check (object in ('entity', 'relationship', 'memory')),
  object_id uuid not null,
  value jsonb not null,
  before jsonb,
  confidence real not null default 1,
  evidence jsonb not null default '[]',
  excluded boolean not null default false,
  primary key (project_id, delta_id, position),
  unique (project_id, delta_id, id),
  foreign key (project_id, delta_id) references delta
);

-- The vocabulary, for prefixes and near spellings; `n` says about how often a word occurs. Words belong to all who may read them: a
-- project, the organization for commons, or the key for what it alone recalls, so that nobody learns by a guess which words another wrote.
create table word (
  owner_id uuid not null,
  word text collate "C" not null,
  n integer not null default 1,
  primary key (owner_id, word)
);
-- Numbers and identifiers are never misspelled.
create index on word using gin (owner_id, word gin_trgm_ops) where word !~ '[0-9]';

-- Answers to requests that may be sent again.
create table idempotency (
  key_id uuid not null references api_key,
  key text collate "C" not null,
  request_hash bytea not null,
  status integer,
  headers jsonb,
  body text,
  created_at timestamptz(3) not null default now(),
  primary key (key_id, key)
);
create index on idempotency (created_at);

-- When a task of all servers last ran, so that one of them does it.
create table upkeep (
  task text primary key,
  ran_at timestamptz not null
);

-- Row-level security: a statement without its predicate sees nothing of another project. It applies to all roles but the owner of the tables.
-- Without the settings a statement fails, as an empty text is not a UUID.
do $$
declare
  name text;
begin
  foreach name in array array['shape', 'source', 'document', 'entity', 'relationship', 'slice'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy project on %I using (project_id = (select current_setting(''app.project_id''))::uuid)', name);
  end loop;
end $$;

alter table word enable row level security;
create policy owner on word using (
  owner_id in (
    (select current_setting('app.project_id'))::uuid, (select current_setting('app.organization_id'))::uuid,
    (select current_setting('app.key_id'))::uuid
  )
);

alter table memory enable row level security;
create policy project on memory using (
  case scope
    when 'commons' then organization_id = (select current_setting('app.organization_id'))::uuid
    when 'agent' then project_id = (select current_setting('app.project_id'))::uuid and key_id = (select current_setting('app.key_id'))::uuid
    else project_id = (select current_setting('app.project_id'))::uuid
  end
);

alter table delta enable row level security;
create policy project on delta using (
  project_id = (select current_setting('app.project_id'))::uuid
  and (not private or key_id = (select current_setting('app.key_id'))::uuid)
);

alter table change enable row level security;
create policy delta on change using (
  project_id = (select current_setting('app.project_id'))::uuid
  and exists (select from delta where delta.project_id = change.project_id and delta.id = change.delta_id)
);

alter table idempotency enable row level security;
create policy key on idempotency using (key_id = (select current_setting('app.key_id'))::uuid);

-- What the whole organization may recall is still written in its own project alone: the policy on memories lets through what may be read.

create policy written_in on memory as restrictive for insert with check (project_id = (select current_setting('app.project_id'))::uuid);
create policy changed_in on memory as restrictive for update using (project_id = (select current_setting('app.project_id'))::uuid);
create policy forgotten_in on memory as restrictive for delete using (project_id = (select current_setting('app.project_id'))::uuid);
