-- Signing in to the embedded wallet (D-30). Columns named `…_sealed` are ciphertext under a key that is not in here.

-- Keys that the gateways share, wrapped by the key service.
create table wallet_secrets (
  name text primary key,
  sealed text not null
);

create table wallet_users (
  id uuid primary key,
  -- The key of this user's fields, wrapped by the key service.
  dek text not null,
  email_sealed text,
  -- A keyed digest, so that an address can be looked up and not read.
  email_index text,
  name_sealed text,
  status text not null check (status in ('active', 'locked')),
  preferred jsonb not null,
  -- No export and no server recovery before.
  hold_until timestamptz,
  -- Codes in a row whose tries ran out.
  exhausted_codes integer not null,
  created_at timestamptz not null
);
create unique index wallet_users_by_email on wallet_users (email_index);

create table wallet_identities (
  provider text not null,
  subject text not null,
  user_id uuid not null references wallet_users (id) on delete cascade,
  name_sealed text,
  created_at timestamptz not null,
  primary key (provider, subject)
);
create index wallet_identities_by_user on wallet_identities (user_id);

create table wallet_passkeys (
  id text primary key,
  user_id uuid not null references wallet_users (id) on delete cascade,
  public_key text not null,
  counter bigint not null,
  transports text[] not null,
  is_synced boolean not null,
  has_prf boolean not null,
  label text,
  created_at timestamptz not null,
  last_used timestamptz
);
create index wallet_passkeys_by_user on wallet_passkeys (user_id);

-- One try to sign in, or to prove oneself again, by one key of one page.
create table wallet_attempts (
  id uuid primary key,
  kind text not null check (kind in ('email', 'social', 'farcaster', 'passkey', 'stepup')),
  state text not null check (state in ('device', 'code', 'provider', 'verified', 'done', 'refused')),
  jkt text not null,
  project_id text,
  origin text not null,
  user_id uuid,
  session_id uuid,
  email_index text,
  email_sealed text,
  match_number text,
  number_tries integer not null,
  link_hash text,
  code_mac text,
  code_tries integer not null,
  code_expires timestamptz,
  provider text,
  secret_hash text,
  facts_sealed text,
  result_sealed text,
  return_url text,
  network text not null,
  browser text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create unique index wallet_attempts_by_link on wallet_attempts (link_hash);
create index wallet_attempts_by_end on wallet_attempts (expires_at);

create table wallet_handoffs (
  code_hash text primary key,
  attempt_id uuid not null references wallet_attempts (id) on delete cascade,
  expires_at timestamptz not null,
  redeemed_at timestamptz
);
create index wallet_handoffs_by_end on wallet_handoffs (expires_at);

-- A browser in the partition of one page, known by its key.
create table wallet_devices (
  id uuid primary key,
  user_id uuid not null references wallet_users (id) on delete cascade,
  project_id text,
  origin text not null,
  kind text not null check (kind in ('frame', 'window')),
  jkt text not null,
  capsule_key_sealed text not null,
  label text,
  state text not null check (state in ('pending', 'active', 'revoked')),
  created_at timestamptz not null,
  last_seen timestamptz not null
);
create index wallet_devices_by_user on wallet_devices (user_id);
create unique index wallet_devices_by_key on wallet_devices (user_id, jkt) where state <> 'revoked';

create table wallet_sessions (
  id uuid primary key,
  user_id uuid not null references wallet_users (id) on delete cascade,
  device_id uuid not null references wallet_devices (id) on delete cascade,
  jkt text not null,
  origin text not null,
  provider text,
  -- When a passkey or a PIN was shown last, and an emailed code.
  factor_at timestamptz,
  code_at timestamptz,
  created_at timestamptz not null,
  idle_until timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text
);
create index wallet_sessions_by_user on wallet_sessions (user_id);
create index wallet_sessions_by_end on wallet_sessions (expires_at);

create table wallet_refresh_tokens (
  digest text primary key,
  session_id uuid not null references wallet_sessions (id) on delete cascade,
  issued_at timestamptz not null,
  used_at timestamptz
);
create index wallet_refresh_tokens_by_session on wallet_refresh_tokens (session_id);

-- Proofs of possession that were used; a second use is a replay.
create table wallet_proofs (
  jkt text not null,
  jti text not null,
  expires_at timestamptz not null,
  primary key (jkt, jti)
);
create index wallet_proofs_by_end on wallet_proofs (expires_at);

-- What counts against a limit, one row each, for as long as the limit looks back.
create table wallet_hits (
  key text not null,
  at timestamptz not null,
  expires_at timestamptz not null
);
create index wallet_hits_by_key on wallet_hits (key, at);
create index wallet_hits_by_end on wallet_hits (expires_at);

create table wallet_outbox (
  id uuid primary key,
  kind text not null,
  mail_sealed text not null,
  tries integer not null,
  next_at timestamptz not null,
  created_at timestamptz not null
);
create index wallet_outbox_by_turn on wallet_outbox (next_at);

create table wallet_windows (
  id uuid primary key,
  session_id uuid not null references wallet_sessions (id) on delete cascade,
  purpose text not null,
  approval_id uuid,
  secret_hash text not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index wallet_windows_by_end on wallet_windows (expires_at);

create table wallet_email_changes (
  id uuid primary key,
  user_id uuid not null references wallet_users (id) on delete cascade,
  new_sealed text not null,
  new_index text not null,
  old_sealed text,
  old_index text,
  state text not null check (state in ('primary', 'secondary', 'held', 'undone')),
  code_mac text not null,
  code_tries integer not null,
  expires_at timestamptz not null,
  undo_hash text
);
create unique index wallet_email_changes_open on wallet_email_changes (user_id) where state in ('primary', 'secondary');
create unique index wallet_email_changes_by_undo on wallet_email_changes (undo_hash);

-- Every line names the hash of the one before: what is taken out or changed is seen.
create table wallet_audit (
  seq bigint primary key,
  at timestamptz not null,
  actor text not null,
  action text not null,
  object text not null,
  detail text not null,
  previous text not null,
  hash text not null
);
create function wallet_audit_stays() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is only added to';
end
$$;
create trigger wallet_audit_stays before update or delete or truncate on wallet_audit
  for each statement execute function wallet_audit_stays();
