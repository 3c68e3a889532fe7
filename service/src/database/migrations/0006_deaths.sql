-- How many processes have ended while they ran a loop, since the last iteration that was committed.
alter table loop add column deaths integer not null default 0;

-- Whether the loops that a key has started go on after it is revoked.
alter table api_key add column keeps_loops boolean not null default false;
