-- User operations that the gateway bundles itself (ERC-4337, S7-31), and what its paymaster has promised (ERC-7677).
-- Amounts are whole numbers of wei; no float ever holds money.

create table user_operations (
  network_id text not null,
  hash text not null,
  -- Block 0 of the chain that it was sent on: a chain that starts anew knows nothing of it.
  genesis_hash text not null,
  entry_point text not null,
  -- Not a foreign key: what was done is known after the project is gone.
  project_id text,
  sender text not null,
  nonce numeric(78, 0) not null,
  paymaster text,
  operation jsonb not null,
  max_fee numeric(78, 0) not null,
  priority_fee numeric(78, 0) not null,
  status text not null check (status in ('waiting', 'sent', 'done', 'dropped')),
  reason text,
  -- Bundles that it was in and that the chain did not take.
  attempts smallint not null,
  bundle_id uuid,
  transaction_hash text,
  received_at timestamptz not null,
  updated_at timestamptz not null,
  constraint user_operations_pkey primary key (network_id, hash)
);
-- Two of one nonce could never both be done.
create unique index user_operations_one_nonce on user_operations (network_id, entry_point, sender, nonce)
  where status in ('waiting', 'sent');
create index user_operations_waiting on user_operations (network_id, received_at) where status = 'waiting';
create index user_operations_by_bundle on user_operations (bundle_id) where status = 'sent';
create index user_operations_by_sender on user_operations (network_id, sender, updated_at);
create index user_operations_by_age on user_operations (updated_at);

-- Each holds one nonce of the account that sends bundles; of those that are open there is at most one.
create table operation_bundles (
  id uuid primary key,
  network_id text not null,
  genesis_hash text not null,
  executor text not null,
  nonce bigint not null,
  entry_point text not null,
  status text not null check (status in ('open', 'mined', 'lost')),
  created_at timestamptz not null
);
create unique index operation_bundles_one_nonce on operation_bundles (network_id, genesis_hash, executor, nonce)
  where status in ('open', 'mined');
create unique index operation_bundles_one_open on operation_bundles (network_id, executor) where status = 'open';

-- What was signed for a bundle, kept before it is sent; the same again with a higher fee where the chain is slow.
create table bundle_transactions (
  hash text primary key,
  bundle_id uuid not null references operation_bundles on delete cascade,
  raw text not null,
  max_fee numeric(78, 0) not null,
  priority_fee numeric(78, 0) not null,
  signed_at timestamptz not null
);
create index bundle_transactions_by_bundle on bundle_transactions (bundle_id);

-- What a project's day has taken, promises that are open included.
create table sponsor_budgets (
  network_id text not null,
  project_id text not null,
  day date not null,
  used numeric(78, 0) not null,
  constraint sponsor_budgets_pkey primary key (network_id, project_id, day)
);

-- One promise for one nonce: however often it is asked for, the chain takes one of them.
create table sponsorships (
  network_id text not null,
  sender text not null,
  nonce numeric(78, 0) not null,
  project_id text not null,
  paymaster text not null,
  day date not null,
  reserved numeric(78, 0) not null,
  from_block bigint not null,
  valid_until timestamptz not null,
  constraint sponsorships_pkey primary key (network_id, sender, nonce, project_id)
);
create index sponsorships_by_end on sponsorships (valid_until);
