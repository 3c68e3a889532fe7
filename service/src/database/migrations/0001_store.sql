-- The store: organizations, projects and keys; what a project holds; and row-level security. Every primary key, unique index and foreign key
-- of a tenant's table begins with the organization: on a distributed database it says which node has the row. The project comes last in keys:
-- to a planner without statistics of a new table, a key that begins with both would look as good for every query as the right index.

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

-- What the words of a text do not tell apart: its numbers with their signs, units and points, comparisons, grades such as B+, and an A that is no
-- article, as in "vitamin A". Of a long text all of it, as a hash that no short text has; null for most.
create function precisely(content text) returns text language sql immutable strict parallel safe
  return case when octet_length(content) > 4000 then 'md5:' || md5(content) else (
    select case when length(marks) <= 32 then marks else 'md5:' || md5(marks) end from (
      select string_agg(lower(m[1]), ' ' order by place) as marks from regexp_matches(content,
        '([-+−]?[$€£¥]?[0-9]+(?:[.,:/][0-9]+)*[%°]?|[<>=≠≤≥±~]+|!=|[[:alpha:]][-+](?![[:alnum:]])|(?<![.!?])[[:space:]]A\M)', 'g')
        with ordinality found(m, place)
    ) found
  ) end;

-- Names that differ only in case, accents and white space have one key; a lookup compares the names that it finds.
create function name_key(name text) returns text language sql immutable strict parallel safe
  return left(btrim(regexp_replace(fold(left(name, 1000)), '\s+', ' ', 'g')), 200);

-- A word with each character as two letters of ASCII that depend on that character alone, so its trigrams are the same in every locale: those
-- of pg_trgm have only the letters that the locale of the database knows, in a locale of C only ASCII. Characters that share one of their
-- letters are far apart in an alphabet, and what is found by chance is measured and dropped.
create function spelled(word text) returns text language sql immutable strict parallel safe
  return (
    select string_agg(chr(97 + code % 26) || chr(97 + (code / 26 + code * 7) % 26), '' order by place)
    from unnest(string_to_array(word, null)) with ordinality characters(character, place), ascii(character) code
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
  unique (organization_id, name),
  -- What the rows of a project refer to: a row never names another organization than its project's.
  unique (organization_id, id)
);

create table api_key (
  id uuid primary key,
  organization_id uuid not null references organization,
  project_id uuid references project,
  name text,
  hash bytea not null unique,
  permission text not null default 'write' check (permission in ('read', 'propose', 'write')),
  -- The key that made it, and all above that one, the first of them first: none is valid once one of those is not.
  parent_id uuid references api_key,
  ancestors uuid[] not null default '{}',
  -- The slices of those keys and its own: it sees what is in all of them, and without any the whole project.
  slices text[] not null default '{}',
  -- The end user whose memories alone it sees.
  subject_id text collate "C",
  -- Whether the loops that a key has started go on after it is revoked.
  keeps_loops boolean not null default false,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  unique (organization_id, id)
);
create index on api_key using gin (ancestors);
create index on api_key (organization_id, created_at desc, id) where revoked_at is null;

create table shape (
  organization_id uuid not null,
  project_id uuid not null,
  id uuid not null,
  name text collate "C" not null,
  description text,
  entity_types jsonb not null default '[]',
  relationship_types jsonb not null default '[]',
  -- Whether entities may have only the types that it names, and properties only of their types.
  strict boolean not null default false,
  -- The size of what a shape names, known without reading it.
  characters integer not null generated always as (length(entity_types::text) + length(relationship_types::text)) stored,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, id, project_id),
  foreign key (organization_id, project_id) references project (organization_id, id)
);
create index on shape (project_id, name);
create index on shape (project_id, created_at desc, id);

create table source (
  organization_id uuid not null,
  project_id uuid not null,
  id uuid not null,
  name text collate "C" not null,
  shape_id uuid,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, id, project_id),
  foreign key (organization_id, project_id) references project (organization_id, id),
  foreign key (organization_id, project_id, shape_id) references shape (organization_id, project_id, id)
);
create index on source (project_id, name);
create index on source (project_id, created_at desc, id);

create table document (
  organization_id uuid not null,
  project_id uuid not null,
  id uuid not null,
  source_id uuid not null,
  external_id text collate "C",
  title text,
  text text not null,
  -- Of the text, in UTF-16 code units, as quotes in it are counted.
  length integer not null generated always as (
    length(text) + case when octet_length(text) = length(text) then 0
      else length(regexp_replace(text, '[^\U00010000-\U0010FFFF]+', '', 'g')) end
  ) stored,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (organization_id, id, project_id),
  unique (organization_id, source_id, external_id, project_id),
  foreign key (organization_id, project_id, source_id) references source (organization_id, project_id, id)
);
create index on document (project_id, created_at desc, id) include (organization_id);
create index on document (project_id, source_id, created_at desc, id);

-- The passages of documents, which searches find. They have their texts, as to cut one from a document of a megabyte takes 12 ms.
create table passage (
  organization_id uuid not null,
  project_id uuid not null,
  id uuid not null,
  document_id uuid not null,
  -- Of its document: what slices limit, and by what the newest come first.
  source_id uuid not null,
  created_at timestamptz(3) not null,
  -- In UTF-16 code units, as quotes are counted.
  first integer not null,
  past integer not null,
  text text not null,
  -- The words of the text, and of the title, with the weights that they have in memories and their subjects.
  search tsvector not null,
  primary key (organization_id, id, project_id),
  foreign key (organization_id, project_id, document_id) references document (organization_id, project_id, id) on delete cascade
);
create index on passage (project_id, document_id, first);
create index on passage (project_id, created_at desc, id);
-- Many passages come at once: to collect their words takes a third of the time of adding them one by one. A search reads all that wait, half a
-- megabyte in a quarter of a millisecond.
create index on passage using gin (project_id, search) with (gin_pending_list_limit = 512);

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
CREATE INDEX ON "entity" USING gin (props jsonb_path_ops);

alter table entity
  add organization_id uuid not null,
  drop constraint entity_pkey,
  add primary key (organization_id, id, project_id),
  alter type set not null,
  alter created_at type timestamptz(3),
  alter created_at set not null,
  alter created_at set default now(),
  add name text,
  -- The identifier that its source has for it.
  add external_id text collate "C",
  add updated_at timestamptz(3) not null default now(),
  add search tsvector not null generated always as (
    searchable(coalesce(left(name, 10000), ''), 'A', 'B') || searchable(words_of(props), 'C', 'D') || searchable(left(type, 1000), 'C', 'D')
  ) stored,
  -- A name and a type of rare characters are together longer than what an index holds; a lookup compares the types. The key is
  -- a column of its own: under row-level security an index on an expression is not used, and all names of a project would be read.
  add name_key text collate "C" generated always as (name_key(name)) stored,
  add foreign key (organization_id, project_id) references project (organization_id, id),
  add foreign key (organization_id, project_id, shape_id) references shape (organization_id, project_id, id),
  add foreign key (organization_id, project_id, source_id) references source (organization_id, project_id, id),
  add foreign key (organization_id, project_id, source_shape_id) references shape (organization_id, project_id, id);
-- Those of `entityTableSql`, with the organization included, so that a count needs no more than an index.
create index on entity (project_id, type, created_at) include (organization_id);
create index on entity (project_id, shape_id, created_at) include (organization_id);
create index on entity (project_id, source_id, created_at) include (organization_id);
create index on entity (project_id, source_shape_id, created_at) include (organization_id);
create index on entity (project_id, created_at) include (organization_id);
create index on entity (project_id, name_key) where name_key is not null;
create unique index on entity (organization_id, source_id, external_id, project_id) where external_id is not null;
create index on entity using gin (project_id, search) with (fastupdate = off);

create table relationship (
  organization_id uuid not null,
  project_id uuid not null,
  id uuid not null,
  type text collate "C" not null,
  from_id uuid not null,
  to_id uuid not null,
  created_at timestamptz(3) not null default now(),
  props jsonb not null default '{}' check (jsonb_typeof(props) = 'object'),
  search tsvector not null generated always as (searchable(left(type, 1000), 'A', 'B') || searchable(words_of(props), 'C', 'D')) stored,
  primary key (organization_id, id, project_id),
  foreign key (organization_id, project_id, from_id) references entity (organization_id, project_id, id) on delete cascade,
  foreign key (organization_id, project_id, to_id) references entity (organization_id, project_id, id) on delete cascade
);
-- The newest of an entity come first, as it may have any number of them.
create index on relationship (project_id, from_id, created_at desc, id);
create index on relationship (project_id, to_id, created_at desc, id);
-- With the organization included, so that a count needs no more than the index.
create index on relationship (project_id, created_at desc, id) include (organization_id);
create index on relationship using gin (project_id, search) with (fastupdate = off);

create table slice (
  organization_id uuid not null,
  project_id uuid not null,
  id uuid not null,
  name text not null,
  cql text not null,
  promoted boolean not null default false,
  -- Who made it: a limited key sees no others. Null: the command line.
  key_id uuid,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, id, project_id),
  foreign key (organization_id, project_id) references project (organization_id, id)
);
create index on slice (project_id, created_at desc, id);
create index on slice (key_id, created_at desc, id);

create table memory (
  organization_id uuid not null,
  project_id uuid not null,
  id uuid not null,
  key_id uuid not null references api_key,
  content text not null,
  kind text,
  scope text not null check (scope in ('agent', 'commons', 'project')),
  subject jsonb,
  -- The end user whom it is about.
  subject_id text collate "C" generated always as (
    case when jsonb_typeof(subject -> 'id') = 'string' then subject ->> 'id' end
  ) stored,
  source_context text,
  -- The conversation or other sequence that it is part of.
  thread text,
  -- When it was so or was said, where that is not when it was written.
  valid_at timestamptz(3),
  forget_after timestamptz(3),
  forget_reason text,
  shape_id uuid,
  created_at timestamptz(3) not null default now(),
  -- Grows with each change. What has changed it last, when, and with which key; for the first version null, as it was written then.
  version integer not null default 1,
  change text not null default 'created' check (change in ('created', 'updated', 'superseded', 'restored')),
  changed_at timestamptz(3),
  changed_by uuid references api_key,
  -- The memory that was written in its place: this one is recalled no more. It may be forgotten by now.
  superseded_by uuid,
  -- When the same was last written again. Among equal hits of a search it is as new as that.
  recalled_as_new_at timestamptz(3),
  -- Equal for memories that say the same, to the same, about the same: computed by the service, as white space is another in each locale.
  sameness bytea,
  -- For whom no other may say the same: for all of the organization, or for a key that does not recall what others say. Null: it was
  -- written again on purpose, or was changed since.
  claim uuid,
  -- Of two with the same words, whether they say the same all the same.
  precisely text collate "C" generated always as (precisely(content)) stored,
  search tsvector not null generated always as (
    searchable(left(content, 50000), 'A', 'B') || searchable(left(words_of(coalesce(subject, '{}')), 10000), 'C', 'D')
  ) stored,
  primary key (organization_id, id, project_id),
  foreign key (organization_id, project_id) references project (organization_id, id),
  foreign key (organization_id, project_id, shape_id) references shape (organization_id, project_id, id)
);
create index on memory (project_id, created_at desc, id);
create index on memory (organization_id, created_at desc, id) where scope = 'commons';
create index on memory (organization_id, id) where scope = 'commons';
create index on memory (project_id, subject_id, created_at desc, id) where subject_id is not null;
create index on memory (organization_id, subject_id, created_at desc, id) where scope = 'commons' and subject_id is not null;
create index on memory (key_id) where scope = 'agent';
-- To delete a shape, its memories are looked for.
create index on memory (project_id, shape_id) where shape_id is not null;
create index on memory (forget_after, organization_id) where forget_after is not null;
create index on memory using gin (project_id, search) with (fastupdate = off);
create index on memory using gin (organization_id, search) with (fastupdate = off) where scope = 'commons';
-- Partial, so that without statistics the planner takes it for no other query.
create unique index on memory (organization_id, sameness, claim) where sameness is not null;
create index on memory (project_id, recalled_as_new_at desc, id) where recalled_as_new_at is not null;
create index on memory (organization_id, recalled_as_new_at desc, id) where scope = 'commons' and recalled_as_new_at is not null;
create index on memory (project_id, valid_at desc, id) where valid_at is not null;
create index on memory (organization_id, valid_at desc, id) where scope = 'commons' and valid_at is not null;
-- What stands before and after a memory.
create index on memory (project_id, thread, (coalesce(valid_at, created_at)), id) where thread is not null;

-- What memories were before they changed; the latest version is in `memory`.
create table memory_version (
  organization_id uuid not null,
  project_id uuid not null,
  memory_id uuid not null,
  version integer not null,
  -- Of its memory: a policy on a distributed table cannot look them up there.
  key_id uuid not null references api_key,
  scope text not null check (scope in ('agent', 'commons', 'project')),
  content text not null,
  kind text,
  subject jsonb,
  subject_id text collate "C" generated always as (
    case when jsonb_typeof(subject -> 'id') = 'string' then subject ->> 'id' end
  ) stored,
  source_context text,
  thread text,
  valid_at timestamptz(3),
  forget_after timestamptz(3),
  forget_reason text,
  shape_id uuid,
  change text not null check (change in ('created', 'updated', 'superseded', 'restored')),
  changed_at timestamptz(3) not null,
  changed_by uuid not null references api_key,
  primary key (organization_id, memory_id, version, project_id),
  foreign key (organization_id, project_id, memory_id) references memory (organization_id, project_id, id) on delete cascade
);
create index on memory_version (project_id, subject_id) where subject_id is not null;

-- Models of which vectors are made. Every process that writes memories looks here whether they need any.
create table embedding_model (
  -- Its name and its dimensions: with others it would be another model.
  id text collate "C" primary key,
  name text not null,
  dimensions integer not null,
  -- Whether new memories get its vectors: one model at most.
  is_current boolean not null default false,
  -- Since when it has been, or since when it was.
  current_at timestamptz(3) not null default now(),
  -- When each memory had one. Until then searches go on with the model before.
  completed_at timestamptz(3),
  -- How far the search for rows without a vector has come, of which kind, and when one has last ended.
  walked_kind text,
  walked_organization uuid,
  walked_id uuid,
  walked_at timestamptz(3)
);

-- What memories, passages and entities mean: directions, a byte for each dimension. A row without a vector waits for it; that of what says
-- something else by now is deleted as it changes. Tables of their own, as their policies are those of their owners.
create table memory_embedding (
  organization_id uuid not null,
  project_id uuid not null,
  memory_id uuid not null,
  model text collate "C" not null,
  -- Of its memory: a policy on a distributed table cannot look them up there.
  key_id uuid not null,
  scope text not null check (scope in ('agent', 'commons', 'project')),
  subject_id text collate "C",
  -- A hash of the text: what is written again as it was keeps its vector.
  said text not null,
  vector bytea,
  scale real,
  -- When it was made: servers that have the others in memory read what is newer.
  made_at timestamptz(3),
  -- When it may be made. Who makes it claims it until then, and who has lost the claim stores nothing.
  due_at timestamptz(3) not null default now(),
  claim uuid,
  -- How often it could not be made.
  tries integer not null default 0,
  primary key (organization_id, memory_id, model, project_id),
  foreign key (organization_id, project_id, memory_id) references memory (organization_id, project_id, id) on delete cascade,
  check ((vector is null) = (scale is null))
);
create index on memory_embedding (model, organization_id, project_id, due_at) where vector is null;
create index on memory_embedding (organization_id, project_id, model, made_at, memory_id) where vector is not null;
create index on memory_embedding (organization_id, model, made_at, memory_id) where vector is not null and scope = 'commons';

create table passage_embedding (
  organization_id uuid not null,
  project_id uuid not null,
  passage_id uuid not null,
  model text collate "C" not null,
  said text not null,
  vector bytea,
  scale real,
  made_at timestamptz(3),
  due_at timestamptz(3) not null default now(),
  claim uuid,
  tries integer not null default 0,
  primary key (organization_id, passage_id, model, project_id),
  foreign key (organization_id, project_id, passage_id) references passage (organization_id, project_id, id) on delete cascade,
  check ((vector is null) = (scale is null))
);
create index on passage_embedding (model, organization_id, project_id, due_at) where vector is null;
create index on passage_embedding (organization_id, project_id, model, made_at, passage_id) where vector is not null;

create table entity_embedding (
  organization_id uuid not null,
  project_id uuid not null,
  entity_id uuid not null,
  model text collate "C" not null,
  -- Of its entity: what keys are limited by.
  type text collate "C" not null,
  shape_id uuid,
  source_id uuid,
  source_shape_id uuid,
  created_at timestamptz(3) not null,
  said text not null,
  vector bytea,
  scale real,
  made_at timestamptz(3),
  due_at timestamptz(3) not null default now(),
  claim uuid,
  tries integer not null default 0,
  primary key (organization_id, entity_id, model, project_id),
  foreign key (organization_id, project_id, entity_id) references entity (organization_id, project_id, id) on delete cascade,
  check ((vector is null) = (scale is null))
);
create index on entity_embedding (model, organization_id, project_id, due_at) where vector is null;
create index on entity_embedding (organization_id, project_id, model, made_at, entity_id) where vector is not null;

-- Changes that wait for a review. One with something that only its writer may recall is seen by the writer's key alone.
create table delta (
  organization_id uuid not null,
  project_id uuid not null,
  id uuid not null,
  status text not null default 'open' check (status in ('open', 'applied', 'discarded', 'reverted')),
  key_id uuid not null references api_key,
  private boolean not null default false,
  -- How many changes of each kind it has: kept where changes are added, as a list of deltas must not count them.
  entities integer not null default 0,
  relationships integer not null default 0,
  memories integer not null default 0,
  -- How many of them were applied: some may be before the others.
  applied_changes integer not null default 0,
  -- Grows with each transaction that changes anything of it: who applies it can say what they have seen.
  revision integer not null default 1,
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  answer jsonb,
  primary key (organization_id, id, project_id),
  -- What changes refer to: a change cannot be less private than its delta.
  unique (organization_id, id, project_id, key_id, private),
  foreign key (organization_id, project_id) references project (organization_id, id)
);
create index on delta (project_id, created_at desc, id);

create table change (
  organization_id uuid not null,
  project_id uuid not null,
  delta_id uuid not null,
  position integer not null,
  id uuid not null,
  -- Of its delta, where neither ever changes: a policy on a distributed table cannot look them up there.
  key_id uuid not null,
  private boolean not null,
  operation text not null check (operation in ('create', 'update')),
  object text not null check (object in ('entity', 'relationship', 'memory')),
  object_id uuid not null,
  value jsonb not null,
  before jsonb,
  confidence real not null default 1,
  evidence jsonb not null default '[]',
  excluded boolean not null default false,
  -- What a reviewer decided, and what was staged if the reviewer has edited it.
  decision text not null default 'pending' check (decision in ('accepted', 'pending', 'rejected')),
  decided_by uuid,
  decided_at timestamptz(3),
  note text,
  proposed jsonb,
  -- When it was applied, if that was before the others of its delta; and what an update has replaced.
  applied_at timestamptz(3),
  undo jsonb,
  -- Whether it was decided that it is wrong, or was before an edit: a loop does not stage it again.
  rejected boolean not null generated always as (excluded or decision = 'rejected' or coalesce(proposed <> value, false)) stored,
  -- Which loop found it.
  loop_id uuid,
  -- What is the same has one key in its delta.
  merge_key text collate "C",
  -- The same for what is the same in any delta: of a relationship it has the names of the ends. Null: it cannot be found again.
  about text collate "C",
  -- What each document says about it: by its ID and its `updated_at` as it was read, the digests of properties with their values.
  said jsonb not null default '{}',
  primary key (organization_id, delta_id, position, project_id),
  unique (organization_id, delta_id, id, project_id),
  foreign key (organization_id, project_id, delta_id, key_id, private) references delta (organization_id, project_id, id, key_id, private)
);
create unique index on change (organization_id, delta_id, object, merge_key, project_id) where merge_key is not null;
create index on change (project_id, object_id);
create index on change (project_id, delta_id) where decision <> 'pending';
create index on change (project_id, about) where rejected and about is not null;
create index on change (project_id, (value #>> '{subject,id}')) where object = 'memory' and value #>> '{subject,id}' is not null;
create index on change (project_id, (before #>> '{subject,id}')) where object = 'memory' and before #>> '{subject,id}' is not null;

-- Locked by who applies a delta of the project: others may concern the same entities. A row, as an advisory lock would hold on one node only.
create table project_lock (
  organization_id uuid not null,
  project_id uuid not null,
  primary key (organization_id, project_id),
  foreign key (organization_id, project_id) references project (organization_id, id)
);

-- How far the log of a project has come, and from where on it is kept. Its row is locked by the last statements before a commit, so sequences
-- have no gaps and are in the order of the commits.
create table log_end (
  organization_id uuid not null,
  project_id uuid not null,
  -- Of the last change of an entity, and of the last change of a name.
  sequence bigint not null default 0,
  version bigint not null default 0,
  -- What comes after these is kept.
  sequence_kept bigint not null default 0,
  version_kept bigint not null default 0,
  -- When it was last added to, and when what is kept begins.
  at timestamptz(3) not null,
  oldest_at timestamptz(3),
  primary key (organization_id, project_id),
  foreign key (organization_id, project_id) references project (organization_id, id)
-- Each write of its project replaces a row, on the same page.
) with (fillfactor = 20);

-- What was written of entities: on both sides what decides which slices one is in. Without a type it was not there, or is there no more; with
-- equal sides something else of it has changed. The project stands second in its key, as the log of one is read in its order.
create table entity_change (
  organization_id uuid not null,
  project_id uuid not null,
  sequence bigint not null,
  entity_id uuid not null,
  at timestamptz(3) not null,
  before_type text collate "C",
  before_shape_id uuid,
  before_source_id uuid,
  before_source_shape_id uuid,
  before_created_at timestamptz(3),
  after_type text collate "C",
  after_shape_id uuid,
  after_source_id uuid,
  after_source_shape_id uuid,
  after_created_at timestamptz(3),
  primary key (organization_id, project_id, sequence)
);

-- The same of the names of shapes and sources, which slices are written with. Null: it was not there, or is there no more.
create table name_change (
  organization_id uuid not null,
  project_id uuid not null,
  version bigint not null,
  at timestamptz(3) not null,
  kind text not null check (kind in ('shape', 'source')),
  id uuid not null,
  before text collate "C",
  after text collate "C",
  primary key (organization_id, project_id, version)
);

-- The vocabulary, for prefixes and near spellings; `n` says about how often a word occurs. Words belong to all who may read them: a
-- project, the organization for commons, or the key for what it alone recalls, so that nobody learns by a guess which words another wrote.
create table word (
  organization_id uuid not null,
  owner_id uuid not null,
  -- Whether it counts passages. They have most words of a project, which would hide how rare a word is elsewhere.
  of_passages boolean not null default false,
  word text collate "C" not null,
  n integer not null default 1,
  -- Stored, as a search compares it with many. Words of ASCII do without, and numbers and identifiers are never misspelled.
  spelled text collate "C" generated always as (case when octet_length(word) > length(word) and word !~ '[0-9]' then spelled(word) end) stored,
  primary key (organization_id, owner_id, of_passages, word)
);
create index on word using gin (owner_id, word gin_trgm_ops) where not of_passages and word !~ '[0-9]';
create index on word using gin (owner_id, word gin_trgm_ops) where of_passages and word !~ '[0-9]';
create index on word using gin (owner_id, spelled gin_trgm_ops) where not of_passages and spelled is not null;
create index on word using gin (owner_id, spelled gin_trgm_ops) where of_passages and spelled is not null;

-- Who did what, for a year; only added to. What concerns no single project has the project of zeros, which no project has.
create table activity (
  organization_id uuid not null,
  project_id uuid not null,
  id uuid not null,
  key_id uuid not null references api_key,
  -- As it is now: names of keys do not change, and who reads this may not read the table of keys.
  key_name text,
  action text not null,
  object text not null,
  object_id uuid,
  -- Whether only its key may see what it was done to.
  private boolean not null default false,
  counts jsonb not null default '{}',
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, id)
);
create index on activity (project_id, created_at desc, id);
create index on activity (organization_id, created_at desc, id);
create index on activity (created_at, organization_id);

-- Answers to requests that may be sent again.
create table idempotency (
  organization_id uuid not null,
  key_id uuid not null,
  key text collate "C" not null,
  request_hash bytea not null,
  status integer,
  headers jsonb,
  -- Null for a response that shows what may be erased meanwhile: it is read again by this ID.
  body text,
  about uuid,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, key_id, key),
  foreign key (organization_id, key_id) references api_key (organization_id, id)
);
create index on idempotency (created_at, organization_id);

-- When a task of all servers last ran, so that one of them does it.
create table upkeep (
  task text primary key,
  ran_at timestamptz not null
);

-- Row-level security: a statement that forgets its conditions sees nothing of another project. It binds all but the owner of the tables.
-- Without the settings a statement fails, as an empty text is not a UUID. No policy has a subquery, which distributed tables do not support.
do $$
declare
  name text;
begin
  foreach name in array array['project_lock', 'log_end', 'entity_change', 'name_change', 'shape', 'source', 'document', 'passage', 'passage_embedding', 'entity', 'entity_embedding', 'relationship', 'slice'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy project on %I using (project_id = current_setting(''app.project_id'')::uuid)', name);
  end loop;
end $$;

-- A key of an organization that names no project sees what was done in all of them.
alter table activity enable row level security;
create policy read on activity for select using (
  organization_id = current_setting('app.organization_id')::uuid
  and (project_id = current_setting('app.project_id')::uuid or current_setting('app.project_id') = '00000000-0000-0000-0000-000000000000')
);
create policy noted on activity for insert with check (
  organization_id = current_setting('app.organization_id')::uuid and project_id = current_setting('app.project_id')::uuid
);

alter table word enable row level security;
create policy owner on word using (
  owner_id in (
    current_setting('app.project_id')::uuid, current_setting('app.organization_id')::uuid, current_setting('app.key_id')::uuid
  )
);

-- What the whole organization may recall is written in its own project alone. A policy for each command, and no restrictive one: the nodes of a
-- distributed database get those as permissive ones.
do $$
declare
  name text;
  own text := 'organization_id = current_setting(''app.organization_id'')::uuid and project_id = current_setting(''app.project_id'')::uuid
    and (scope <> ''agent'' or key_id = current_setting(''app.key_id'')::uuid)';
begin
  foreach name in array array['memory', 'memory_version', 'memory_embedding'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy read on %I for select using (
      case scope
        when ''commons'' then organization_id = current_setting(''app.organization_id'')::uuid
        when ''agent'' then project_id = current_setting(''app.project_id'')::uuid and key_id = current_setting(''app.key_id'')::uuid
        else project_id = current_setting(''app.project_id'')::uuid
      end
    )', name);
    execute format('create policy written_in on %I for insert with check (%s)', name, own);
    execute format('create policy changed_in on %I for update using (%s)', name, own);
    execute format('create policy forgotten_in on %I for delete using (%s)', name, own);
  end loop;
end $$;

-- What cursors are sealed with, so that nobody makes one: all processes of a database have the same.
create table cursor_secret (
  is_only boolean primary key default true check (is_only),
  -- 244 random bits.
  value text not null default concat(gen_random_uuid(), gen_random_uuid())
);
insert into cursor_secret default values;
alter table cursor_secret enable row level security;
create policy known on cursor_secret for select using (true);

-- What models there are is no tenant's secret.
alter table embedding_model enable row level security;
create policy known on embedding_model for select using (true);

alter table delta enable row level security;
create policy project on delta using (
  project_id = current_setting('app.project_id')::uuid and (not private or key_id = current_setting('app.key_id')::uuid)
);

alter table change enable row level security;
create policy project on change using (
  project_id = current_setting('app.project_id')::uuid and (not private or key_id = current_setting('app.key_id')::uuid)
);

alter table idempotency enable row level security;
create policy key on idempotency using (key_id = current_setting('app.key_id')::uuid);

-- The organization and the project of a row depend on each other. Taken as independent, a project among a thousand would be a millionth.
do $$
declare
  name text;
begin
  foreach name in array array['shape', 'source', 'document', 'passage', 'passage_embedding', 'entity', 'entity_change', 'entity_embedding', 'relationship', 'slice', 'memory', 'memory_version', 'memory_embedding', 'delta', 'change'] loop
    execute format('create statistics %I (dependencies) on organization_id, project_id from %I', name || '_tenant', name);
  end loop;
end $$;
create statistics word_tenant (dependencies) on organization_id, owner_id from word;
