-- Projects: who may use this gateway, and from which web origins (D-01, D-32).
create table projects (
  id text primary key check (id ~ '^[A-Za-z0-9_-]{1,128}$'),
  name text not null,
  -- Exact origins, or patterns with one leading `*.` label.
  allowed_origins text[] not null default '{}',
  -- Answers calls from any origin and without a project id. For a machine of one's own.
  is_open boolean not null default false,
  is_enabled boolean not null default true,
  features jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- Calls without a project id go to the open project, so there can be only one.
create unique index projects_one_open on projects (is_open) where is_open;
