-- Keys of the embedded wallet (D-30): one share of three, sealed, and what the others are checked against.

create table wallet_wallets (
  id uuid primary key,
  user_id uuid not null references wallet_users (id) on delete cascade,
  state text not null check (state in ('pending', 'active', 'locked')),
  -- Public: the key that recovery shares are sealed to, and eight bytes that only the secret gives.
  rk_pub text not null,
  kcv text not null,
  created_at timestamptz not null,
  activated_at timestamptz
);
create unique index wallet_wallets_by_user on wallet_wallets (user_id) where state <> 'pending';
create index wallet_wallets_by_age on wallet_wallets (created_at) where state = 'pending';

create table wallet_accounts (
  wallet_id uuid not null references wallet_wallets (id) on delete cascade,
  -- As the wallet listed it.
  place integer not null,
  namespace text not null,
  type text not null,
  address text not null,
  public_key text,
  path text,
  primary key (wallet_id, place)
);
create unique index wallet_accounts_by_address on wallet_accounts (namespace, address);

create table wallet_shares (
  wallet_id uuid not null references wallet_wallets (id) on delete cascade,
  device_id uuid not null references wallet_devices (id) on delete cascade,
  epoch integer not null,
  state text not null check (state in ('staged', 'active')),
  s_sealed text not null,
  x integer not null check (x between 1 and 255),
  -- Sealed to rk_pub by the device; nobody here can open it.
  r jsonb not null,
  created_at timestamptz not null,
  primary key (wallet_id, device_id, epoch)
);
create unique index wallet_shares_by_device on wallet_shares (device_id) where state = 'active';

-- A nonce to sign, and the key that a share is sealed to on its way here; each for one use.
create table wallet_challenges (
  nonce text primary key,
  kid text not null,
  user_id uuid not null references wallet_users (id) on delete cascade,
  device_id uuid not null,
  key_sealed text not null,
  used_at timestamptz,
  expires_at timestamptz not null
);
create index wallet_challenges_by_end on wallet_challenges (expires_at);
