-- Approvals of the embedded wallet (D-30): what was asked, who decided, the one release of a share, and what became of it.

create table wallet_approvals (
  id uuid primary key,
  user_id uuid not null references wallet_users (id) on delete cascade,
  wallet_id uuid not null references wallet_wallets (id) on delete cascade,
  session_id uuid not null,
  -- The share goes to this device and to no other.
  device_id uuid not null references wallet_devices (id) on delete cascade,
  project_id text,
  origin text not null,
  method text not null,
  digest text not null,
  payload_sealed text not null,
  -- Title, lines, warnings and simulation, as they were shown.
  advice_sealed text not null,
  surface text not null check (surface in ('frame-click', 'frame-focused', 'window')),
  cents bigint check (cents >= 0),
  state text not null check (
    state in ('open', 'approved', 'released', 'signed', 'broadcast', 'rejected', 'expired', 'aborted', 'failed')
  ),
  factor text check (factor in ('passkey', 'pin', 'none')),
  proof_sealed text,
  reference text,
  created_at timestamptz not null,
  decided_at timestamptz,
  released_at timestamptz,
  -- Of one that is open: until when it can be decided. Of one that is approved: until when the share can be had.
  expires_at timestamptz not null
);
create index wallet_approvals_by_user on wallet_approvals (user_id, created_at);
create index wallet_approvals_by_age on wallet_approvals (created_at);

-- What counts against the cap of a day: reserved with the release of the share, settled or taken back with its end.
create table wallet_spendings (
  approval_id uuid primary key references wallet_approvals (id) on delete cascade,
  wallet_id uuid not null references wallet_wallets (id) on delete cascade,
  project_id text,
  day date not null,
  cents bigint not null check (cents >= 0),
  state text not null check (state in ('reserved', 'settled', 'void'))
);
create index wallet_spendings_by_day on wallet_spendings (wallet_id, day);

-- First answers of calls that carried an Idempotency-Key: the same call again gets the same answer, without being done again.
create table wallet_answers (
  user_id uuid not null references wallet_users (id) on delete cascade,
  key uuid not null,
  route text not null,
  request_hash text not null,
  -- Null while the first call is under way.
  answer_sealed text,
  expires_at timestamptz not null,
  primary key (user_id, key)
);
create index wallet_answers_by_end on wallet_answers (expires_at);
