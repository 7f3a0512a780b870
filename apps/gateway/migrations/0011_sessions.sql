-- Smart sessions (S7-20, S7-21): what an account has permitted an app, and the gateway's half of each key.

create table smart_sessions (
  pci uuid primary key,
  project_id text not null,
  -- Null where the account was named by its address alone.
  network_id text,
  address text not null check (address = lower(address)),
  expiry bigint not null,
  signer jsonb not null,
  permissions jsonb not null,
  policies jsonb not null,
  -- Null until the session is active.
  context text,
  public_key text not null,
  -- A private key under a key of its own, and that under the operator's.
  sealed_key text not null,
  created_at timestamptz not null,
  revoked_at timestamptz
);
create index smart_sessions_by_account on smart_sessions (address, created_at);
create index smart_sessions_by_expiry on smart_sessions (expiry);

-- What was signed for within each period of an allowance.
create table smart_session_spends (
  pci uuid not null references smart_sessions on delete cascade,
  permission smallint not null,
  period bigint not null,
  spent text not null check (spent ~ '^\d+$'),
  primary key (pci, permission, period)
);

-- Operations that were signed: the same one again spends nothing more.
create table smart_session_operations (
  pci uuid not null references smart_sessions on delete cascade,
  hash text not null,
  primary key (pci, hash)
);
