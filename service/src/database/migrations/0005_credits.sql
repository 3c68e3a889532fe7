-- What a loop looks for and what a model was asked, so that both can be limited.

-- The size of what a shape names, known without reading it.
alter table shape add column characters integer not null
  generated always as (length(entity_types::text) + length(relationship_types::text)) stored;

-- What a model has answered since the last iteration that was committed: for each reading of a piece the characters that are paid for, even if
-- the next iteration is not committed. A reading that is repeated has the same key, so that it is paid for once.
alter table loop add column asked jsonb not null default '{}';

-- Whether it asks a model: then that is what a loop reserves for.
alter table worker add column extractor text not null default 'pattern';
