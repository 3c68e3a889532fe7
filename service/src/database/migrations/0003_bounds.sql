-- Counts that live with what they count, an index that holds any name, and an index for each list.

-- How many changes of each kind a delta has: kept where changes are added, as a list of deltas must not count them.
alter table delta
  add column entities integer not null default 0,
  add column relationships integer not null default 0,
  add column memories integer not null default 0;

update delta set entities = counted.entities, relationships = counted.relationships, memories = counted.memories
from (
  select project_id, delta_id, count(*) filter (where object = 'entity') as entities,
    count(*) filter (where object = 'relationship') as relationships, count(*) filter (where object = 'memory') as memories
  from change group by project_id, delta_id
) counted
where delta.project_id = counted.project_id and delta.id = counted.delta_id;

-- A name and a type of rare characters are together longer than what an index holds; who looks up a name compares the types. The key is a
-- column of its own: under row-level security an index on what a function makes of one is not used, and all names of a project would be read.
drop index entity_project_id_name_key_type_idx;
alter table entity add column name_key text collate "C" generated always as (name_key(name)) stored;
create index on entity (project_id, name_key) where name_key is not null;

-- A page of a list reads its own rows, not all of them to sort them.
create index on shape (project_id, created_at desc, id);
create index on source (project_id, created_at desc, id);
create index on slice (project_id, created_at desc, id);
create index on delta (project_id, created_at desc, id);
