-- Signing in with a wallet (S1-04).

-- Given out and not used yet; whoever deletes one first has used it.
create table sign_in_nonces (
  nonce text primary key,
  project_id text not null,
  -- The page it was given to; null where no browser asked.
  origin text,
  expires_at timestamptz not null
);
create index sign_in_nonces_by_end on sign_in_nonces (expires_at);

-- An account of a project, with what the app keeps about it.
create table sign_in_accounts (
  id uuid primary key,
  project_id text not null,
  account text not null,
  metadata jsonb,
  created_at timestamptz not null,
  updated_at timestamptz
);
create unique index sign_in_accounts_once on sign_in_accounts (project_id, account);

create table sign_in_sessions (
  id uuid primary key,
  account_id uuid not null references sign_in_accounts (id) on delete cascade,
  project_id text not null,
  -- What its tokens say.
  claims jsonb not null,
  -- Digests of the refresh token that is good now, and of the last ones before it, newest first.
  refresh_digest text not null,
  previous_digests text[] not null,
  refreshed_at timestamptz not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Signed out, or given up because a refresh token came twice.
  ended_at timestamptz
);
create index sign_in_sessions_by_end on sign_in_sessions (expires_at);
