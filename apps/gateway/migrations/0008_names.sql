-- Names of the gateway's own zone (D-20).

create table names (
  name text primary key check (name = lower(name)),
  -- What is left when signs that look alike are made the same: of names that look alike one is given away.
  likeness text not null,
  -- Who registered it and may change it.
  owner text not null check (owner = lower(owner)),
  -- Where a contract owns it: the same address may be another contract elsewhere.
  owner_coin_type bigint not null,
  is_contract boolean not null,
  attributes jsonb not null,
  registered_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index names_one_of_a_likeness on names (likeness);
create index names_by_owner on names (owner, registered_at, name);

-- What a name points at, by coin type (ENSIP-9, ENSIP-11).
create table name_addresses (
  name text not null references names (name) on delete cascade,
  coin_type bigint not null,
  address text not null check (address = lower(address)),
  created_at timestamptz not null,
  primary key (name, coin_type)
);

-- Digests of signed messages and nonces that were used, as long as they would be believed.
create table used_messages (
  digest text primary key,
  kept_until timestamptz not null
);
create index used_messages_by_age on used_messages (kept_until);
