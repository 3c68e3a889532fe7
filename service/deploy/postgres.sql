-- Creates the database and the owner of its tables, once, while the volume is empty. The owner may create the roles that row-level
-- security applies to; it is no superuser, for whom there are no policies.
\getenv password SLICE_PASSWORD
create role slice login createrole password :'password';
create database slice owner slice;
