-- Webhooks: what enters and leaves a slice, sent to a URL; and what was sent.

-- A cursor of a slice that the service keeps. What comes after it is in the log already, so writes know nothing of it.
create table webhook (
  organization_id uuid not null,
  project_id uuid not null,
  id uuid not null,
  slice_id uuid not null,
  -- Who made it: it sends what this key sees, for as long as the key is valid.
  key_id uuid not null references api_key,
  url text not null,
  -- What its deliveries are signed with. No role of requests may read it.
  secret text not null,
  -- The point up to which deliveries were made, and its place in the log.
  cursor text collate "C" not null,
  sequence bigint not null,
  version bigint not null,
  -- `paused`: its last delivery has failed. `ended`: its key is valid no more.
  status text not null default 'active' check (status in ('active', 'paused', 'ended')),
  -- Whether it has a delivery that was not accepted yet: then no other is made.
  waits boolean not null default false,
  -- When it is looked at, whatever was written: for the next attempt, or as time alone may change its slice.
  due_at timestamptz not null default now(),
  -- Who sends holds it until then; the number grows with each claim, and one with an older number records nothing.
  lease_until timestamptz not null default '-infinity',
  lease_token integer not null default 0,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, id, project_id),
  foreign key (organization_id, project_id) references project (organization_id, id),
  foreign key (organization_id, project_id, slice_id) references slice (organization_id, project_id, id) on delete cascade
);
create index on webhook (project_id, created_at desc, id);
create index on webhook (slice_id);
create index on webhook (key_id);

-- Changes that are sent together, once and again until they are accepted.
create table delivery (
  organization_id uuid not null,
  project_id uuid not null,
  webhook_id uuid not null,
  -- The same in each attempt.
  id uuid not null,
  -- Of its webhook: a limited key sees no others.
  key_id uuid not null,
  kind text not null check (kind in ('slice.changes', 'slice.cursor_expired')),
  changes integer not null,
  body text not null,
  status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
  -- The last of them.
  attempts jsonb not null default '[]',
  attempt integer not null default 0,
  -- When it is attempted next; null: not unless somebody asks. And until when.
  next_at timestamptz,
  give_up_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, id, project_id),
  foreign key (organization_id, project_id, webhook_id) references webhook (organization_id, project_id, id) on delete cascade
);
create index on delivery (webhook_id, created_at desc, id);
create index on delivery (webhook_id, next_at) where next_at is not null;
create index on delivery (created_at, organization_id) where status = 'delivered';

do $$
declare
  name text;
begin
  foreach name in array array['webhook', 'delivery'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy project on %I using (project_id = current_setting(''app.project_id'')::uuid)', name);
    execute format('create statistics %I (dependencies) on organization_id, project_id from %I', name || '_tenant', name);
  end loop;
end $$;
