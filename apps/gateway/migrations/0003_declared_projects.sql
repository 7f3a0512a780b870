-- Which projects the configuration names. One that it names no longer is disabled at the next start.
alter table projects add column is_declared boolean not null default false;

-- So far the gateway wrote projects from its configuration only.
update projects set is_declared = true;
