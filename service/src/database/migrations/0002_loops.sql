-- Loops: jobs that read documents and stage what they find in them; and the credits that they cost.

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
  organization_id uuid not null,
  project_id uuid not null,
  id uuid not null,
  key_id uuid not null references api_key,
  kind text not null check (kind in ('graph_extraction', 'hydrate')),
  effort text not null check (effort in ('agentic', 'agentic_plus')),
  goal text not null,
  -- What a hydrate is about.
  subject jsonb,
  shape_ids uuid[] not null,
  -- Whose documents it reads; null: all.
  source_ids uuid[],
  -- A digest of what is asked of each document: kind, effort, goal, subject and shapes.
  question text collate "C" not null default '',
  -- What reads the documents: at first the one expected, then the one that has read.
  extractor text not null default 'pattern',
  -- Whether it stages again what was rejected.
  reconsiders boolean not null default false,
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
  -- The two factors of the quality: pieces read / pieces, and finds with evidence / finds.
  coverage double precision,
  evidence double precision,
  -- Why it has ended.
  stopped text check (stopped in ('threshold', 'text_end', 'max_iterations', 'canceled', 'failed')),
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
  -- How many processes have ended while they ran it, since the last iteration that was committed.
  deaths integer not null default 0,
  -- What a model has answered since then: for each reading of a piece the characters that are paid for, even if the next iteration is not
  -- committed. A reading that is repeated has the same key, so that it is paid for once.
  asked jsonb not null default '{}',
  error_code text,
  error_message text,
  created_at timestamptz(3) not null default now(),
  started_at timestamptz(3),
  finished_at timestamptz(3),
  primary key (organization_id, id, project_id),
  foreign key (organization_id, project_id) references project (organization_id, id),
  foreign key (organization_id, project_id, delta_id) references delta (organization_id, project_id, id)
);
create index on loop (project_id, created_at desc, id);
-- Whether a question was asked lately.
create index on loop (project_id, question, created_at);
create index on loop (organization_id, created_at, id) where status = 'queued';
create index on loop (lease_until) where status = 'running';
create index on loop (lease_owner) where status = 'running';
-- Two loops never write into one delta at a time.
create unique index on loop (organization_id, delta_id, project_id) where status in ('queued', 'running');

create table event (
  organization_id uuid not null,
  project_id uuid not null,
  loop_id uuid not null,
  sequence integer not null,
  kind text not null,
  iteration integer not null,
  at timestamptz(3) not null default now(),
  data jsonb not null default '{}',
  primary key (organization_id, loop_id, sequence, project_id),
  foreign key (organization_id, project_id, loop_id) references loop (organization_id, project_id, id)
);

create table checkpoint (
  organization_id uuid not null,
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
  primary key (organization_id, loop_id, iteration, project_id),
  foreign key (organization_id, project_id, loop_id) references loop (organization_id, project_id, id)
);

-- Which pieces of a document loops have read, and what was asked: it is not read again for the same question until it changes.
create table reading (
  organization_id uuid not null,
  project_id uuid not null,
  document_id uuid not null,
  question text collate "C" not null,
  extractor text collate "C" not null,
  -- Of the rules, or of the model and its prompt.
  version text not null,
  -- Of the document, as it was read.
  updated_at timestamptz(3) not null,
  pieces integer[] not null,
  -- Relationships that were found in them without one of their ends: the next loop may know it.
  unconnected jsonb not null default '[]',
  primary key (organization_id, document_id, question, extractor, project_id),
  foreign key (organization_id, project_id, document_id) references document (organization_id, project_id, id) on delete cascade
);
create index on reading (project_id, question);

-- Processes that run loops.
create table worker (
  id uuid primary key,
  seen_at timestamptz not null default now(),
  -- Whether it asks a model: then that is what a loop reserves for.
  extractor text not null default 'pattern',
  -- Null: unknown.
  version text
);

do $$
declare
  name text;
begin
  foreach name in array array['loop', 'event', 'checkpoint', 'reading'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy project on %I using (project_id = current_setting(''app.project_id'')::uuid)', name);
  end loop;
end $$;

-- Credits are the organization's; what a request enters is of a loop of its project.
alter table account enable row level security;
create policy organization on account using (organization_id = current_setting('app.organization_id')::uuid);
alter table ledger enable row level security;
create policy organization on ledger for select using (organization_id = current_setting('app.organization_id')::uuid);
create policy loops on ledger for insert with check (
  organization_id = current_setting('app.organization_id')::uuid
  and project_id = current_setting('app.project_id')::uuid and kind <> 'grant'
);

-- Requests that start a loop may see that there are workers.
alter table worker enable row level security;
create policy alive on worker for select using (true);

do $$
declare
  name text;
begin
  foreach name in array array['loop', 'event', 'checkpoint', 'reading'] loop
    execute format('create statistics %I (dependencies) on organization_id, project_id from %I', name || '_tenant', name);
  end loop;
end $$;
