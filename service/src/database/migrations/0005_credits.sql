-- What a loop looks for and what a model was asked, so that both can be limited.

-- The size of what a shape names, known without reading it.
alter table shape add column characters integer not null
  generated always as (length(entity_types::text) + length(relationship_types::text)) stored;

-- What a model was asked since the last iteration that was committed, in characters: it is paid for even if the next one is not.
alter table loop add column asked bigint not null default 0;

-- Whether it asks a model: then that is what a loop reserves for.
alter table worker add column extractor text not null default 'pattern';
