-- Loops: jobs that read documents and stage what they find in them; and the credits that they cost.

-- How long each text is, in UTF-16 code units, as quotes in it are counted.
alter table document add column characters integer not null generated always as (
  length(text) + case when octet_length(text) = length(text) then 0
    else length(regexp_replace(text, '[^\U00010000-\U0010FFFF]+', '', 'g')) end
) stored;

-- In which documents to look for the passages about something.
alter table document add column search tsvector not null generated always as (
  searchable(left(coalesce(title, ''), 1000), 'A', 'B') || searchable(left(text, 100000), 'C', 'D')
) stored;
create index on document using gin (project_id, search);
create index on document (project_id, created_at desc, id);

-- Names that are the same but for case, accents and white space have one key; who looks one up compares the names that it finds.
create function name_key(name text) returns text language sql immutable strict parallel safe
  return left(btrim(regexp_replace(fold(left(name, 1000)), '\s+', ' ', 'g')), 200);
create index on entity (project_id, name_key(name), type) where name is not null;

-- Created and locked to spend the credits of an organization, or to claim one of its loops; `running` counts those that are claimed.
create table account (
  organization_id uuid primary key references organization,
  running integer not null default 0 check (running >= 0)
);

-- Credits: the balance is the sum of the entries, and no number that is changed. Each loop reserves once and settles once.
create table ledger (
  organization_id uuid not null references organization,
  id uuid not null,
  loop_id uuid,
  project_id uuid,
  kind text not null check (kind in ('grant', 'reserve', 'settle')),
  amount bigint not null,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, id),
  check ((kind = 'grant') = (loop_id is null))
);
create unique index on ledger (organization_id, loop_id, kind) where loop_id is not null;
create index on ledger (organization_id, created_at desc, id) include (amount);

create table loop (
  project_id uuid not null references project,
  id uuid not null,
  organization_id uuid not null references organization,
  key_id uuid not null references api_key,
  kind text not null check (kind in ('graph_extraction', 'hydrate')),
  effort text not null check (effort in ('agentic', 'agentic_plus')),
  goal text not null,
  -- What a hydrate is about.
  subject jsonb,
  shape_ids uuid[] not null,
  delta_id uuid not null,
  -- What is read, in this order: documents, and which pieces of them.
  plan jsonb not null,
  -- How many pieces there are, also those that are too many to be read.
  pieces integer not null,
  max_iterations integer not null,
  quality_threshold double precision not null,
  status text not null default 'queued' check (status in ('queued', 'running', 'completed', 'failed', 'canceled')),
  iteration integer not null default 0,
  quality double precision,
  entities integer not null default 0,
  relationships integer not null default 0,
  reserved bigint not null,
  spent bigint not null default 0 check (spent <= reserved),
  last_sequence integer not null default 0,
  lease_owner uuid,
  -- Grows with each claim: a worker that writes with an older one has lost the loop.
  lease_token integer not null default 0,
  lease_until timestamptz,
  -- Claims since the last iteration that was committed.
  attempt integer not null default 0,
  error_code text,
  error_message text,
  created_at timestamptz(3) not null default now(),
  started_at timestamptz(3),
  finished_at timestamptz(3),
  primary key (project_id, id),
  foreign key (project_id, delta_id) references delta
);
create index on loop (project_id, created_at desc, id);
create index on loop (organization_id, created_at, id) where status = 'queued';
create index on loop (lease_until) where status = 'running';
create index on loop (lease_owner) where status = 'running';
-- Two loops never write into one delta at a time.
create unique index on loop (project_id, delta_id) where status in ('queued', 'running');

create table event (
  project_id uuid not null,
  loop_id uuid not null,
  sequence integer not null,
  kind text not null,
  iteration integer not null,
  at timestamptz(3) not null default now(),
  data jsonb not null default '{}',
  primary key (project_id, loop_id, sequence),
  foreign key (project_id, loop_id) references loop
);

create table checkpoint (
  project_id uuid not null,
  loop_id uuid not null,
  iteration integer not null,
  id uuid not null,
  sequence integer not null,
  quality double precision not null,
  entities integer not null,
  relationships integer not null,
  documents integer not null,
  credits bigint not null,
  input_tokens bigint not null,
  output_tokens bigint not null,
  state jsonb not null,
  created_at timestamptz(3) not null default now(),
  primary key (project_id, loop_id, iteration),
  foreign key (project_id, loop_id) references loop
);

-- Which loop found it; and what is the same has one key in its delta.
alter table change add column loop_id uuid;
alter table change add column merge_key text collate "C";
create unique index on change (project_id, delta_id, object, merge_key) where merge_key is not null;
create index on change (project_id, object_id);

-- Processes that run loops.
create table worker (
  id uuid primary key,
  seen_at timestamptz not null default now()
);

do $$
declare
  name text;
begin
  foreach name in array array['loop', 'event', 'checkpoint'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy project on %I using (project_id = (select current_setting(''app.project_id''))::uuid)', name);
  end loop;
end $$;

-- Credits are the organization's; what a request enters is of a loop of its project.
alter table account enable row level security;
create policy organization on account using (organization_id = (select current_setting('app.organization_id'))::uuid);
alter table ledger enable row level security;
create policy organization on ledger for select using (organization_id = (select current_setting('app.organization_id'))::uuid);
create policy loops on ledger for insert with check (
  organization_id = (select current_setting('app.organization_id'))::uuid
  and project_id = (select current_setting('app.project_id'))::uuid and kind <> 'grant'
);

-- Requests that start a loop may see that there are workers.
alter table worker enable row level security;
create policy alive on worker for select using (true);
