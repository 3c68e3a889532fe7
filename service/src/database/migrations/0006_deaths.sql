-- How many processes have ended while they ran a loop, since the last iteration that was committed.
alter table loop add column deaths integer not null default 0;
