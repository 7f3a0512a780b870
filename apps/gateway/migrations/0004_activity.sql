-- What accounts did on eip155 networks (S7-04). Only accounts that somebody looks at are followed.

-- How far each network has been followed. Its row is locked by whoever changes what is known of the network.
create table indexed_networks (
  network_id text primary key,
  head_number bigint not null,
  head_hash text not null
);

-- The newest followed blocks, so that a reorganisation is noticed and its fork found.
create table indexed_blocks (
  network_id text not null,
  number bigint not null,
  hash text not null,
  primary key (network_id, number)
);

-- What is known of an account: blocks from scanned_from up to the head of its network, without a gap.
create table watched_accounts (
  network_id text not null,
  address text not null check (address = lower(address)),
  -- From here on blocks are followed as they come; those before were scanned backwards.
  followed_from bigint not null,
  scanned_from bigint not null check (scanned_from <= followed_from),
  -- False where the node had forgotten old balances, so that native transfers may be missing.
  has_old_state boolean not null default true,
  seen_at timestamptz not null,
  primary key (network_id, address)
);
create index watched_accounts_by_age on watched_accounts (seen_at);

-- One row for each transaction that concerns a watched account. The key is the order of pages.
create table activity (
  network_id text not null,
  address text not null,
  block_number bigint not null,
  transaction_index integer not null,
  transaction_hash text not null,
  mined_at timestamptz not null,
  sender text not null,
  recipient text,
  nonce bigint not null,
  operation text not null,
  is_confirmed boolean not null,
  -- The account itself sent it, not somebody else to it.
  is_own boolean not null,
  -- The contract that a call without transfers was about.
  touched_token text,
  transfers jsonb not null,
  primary key (network_id, address, block_number, transaction_index)
);
create index activity_by_block on activity (network_id, block_number);

-- Tokens that an account has ever received or sent, as far as it is scanned. Whether it still holds them, the chain says.
create table held_tokens (
  network_id text not null,
  address text not null,
  token text not null,
  -- Empty for a token without ids.
  token_id text not null,
  standard text not null,
  first_block bigint not null,
  primary key (network_id, address, token, token_id)
);
create index held_tokens_by_block on held_tokens (network_id, first_block);

-- What tokens say of themselves, cut to size. Null where a token says nothing that is believed.
create table tokens (
  network_id text not null,
  address text not null,
  name text,
  symbol text,
  decimals smallint,
  read_at timestamptz not null,
  primary key (network_id, address)
);

-- Keys that all gateways on this database share, made by the first that needs one.
create table gateway_secrets (
  name text primary key,
  value text not null
);
