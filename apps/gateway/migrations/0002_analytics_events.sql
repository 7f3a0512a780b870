-- Events that apps send to their own gateway (S7-22, D-21). No network address and no user agent is kept.
create table analytics_events (
  -- Not a foreign key: events of a project that is removed go with their age.
  project_id text not null,
  -- Chosen by the sender, so that an event that arrives twice counts once.
  event_id uuid not null,
  event text not null,
  -- Without query and fragment.
  url text not null,
  domain text not null,
  -- Only where the app asks for it.
  address text,
  properties jsonb not null default '{}',
  sdk_type text,
  sdk_version text,
  -- By the sender's clock, but never later than received_at.
  happened_at timestamptz not null,
  received_at timestamptz not null,
  primary key (project_id, event_id)
);

-- For leaving out what is too old, and what is too much of one project.
create index analytics_events_by_age on analytics_events (received_at);
create index analytics_events_by_project on analytics_events (project_id, received_at, event_id);
