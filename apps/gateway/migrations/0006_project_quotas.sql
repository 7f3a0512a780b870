-- What a project may use, and what it has used. An empty object means unlimited.
alter table projects add column quotas jsonb not null default '{}';

create table project_usage (
  -- Not a foreign key: what a project used is known after it is gone.
  project_id text not null,
  -- In UTC.
  day date not null,
  calls bigint not null,
  primary key (project_id, day)
);
