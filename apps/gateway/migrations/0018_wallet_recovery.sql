-- Recovery of the embedded wallet (D-31): PINs, ways of recovery, and what was opened by them.

create table wallet_pins (
  owner uuid primary key references wallet_users (id) on delete cascade,
  -- Keyed digest; the count of tries is what keeps six digits safe.
  mac text not null,
  tries integer not null,
  set_at timestamptz not null,
  -- Where it was forgotten: when another one can be set, the next notice, and the link in it that stops it.
  reset_at timestamptz,
  notice_at timestamptz,
  keep_hash text
);
create unique index wallet_pins_by_keep on wallet_pins (keep_hash);

create table wallet_factors (
  id uuid primary key,
  wallet_id uuid not null references wallet_wallets (id) on delete cascade,
  kind text not null check (kind in ('passkey', 'code', 'vault')),
  passkey_id text,
  -- The recovery key, wrapped on the device under a key that never comes here.
  rk text not null,
  label text,
  created_at timestamptz not null,
  last_used timestamptz
);
create index wallet_factors_by_wallet on wallet_factors (wallet_id);

create table wallet_recoveries (
  ticket_hash text primary key,
  user_id uuid not null references wallet_users (id) on delete cascade,
  wallet_id uuid not null references wallet_wallets (id) on delete cascade,
  factor_id uuid not null,
  session_id uuid not null,
  device_id uuid not null,
  source_device uuid not null,
  source_epoch integer not null,
  opened_at timestamptz not null,
  proved_at timestamptz,
  used_at timestamptz,
  expires_at timestamptz not null
);
create index wallet_recoveries_by_user on wallet_recoveries (user_id, opened_at);
create index wallet_recoveries_by_device on wallet_recoveries (device_id, used_at);

alter table wallet_wallets add column exported_at timestamptz;
