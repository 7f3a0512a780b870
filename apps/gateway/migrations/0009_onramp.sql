-- Purchases with a card or a bank (S7-17 to S7-19, D-18). Amounts are decimal text: no float ever holds money.

create table onramp_orders (
  id uuid primary key,
  -- Not a foreign key: what was bought is known after the project is gone.
  project_id text not null,
  provider text not null,
  status text not null check (status in ('created', 'paid', 'delivered', 'failed')),
  -- Null where the user chooses on the provider's page.
  payment_amount text check (payment_amount ~ '^\d+(\.\d+)?$'),
  payment_currency text not null,
  payment_method text not null,
  purchase_amount text check (purchase_amount ~ '^\d+(\.\d+)?$'),
  purchase_symbol text not null,
  network_id text not null,
  -- Empty for the coin of the network.
  contract text not null,
  -- Where the gateway delivers by itself.
  decimals smallint,
  address text not null,
  redirect_url text,
  reason text,
  transaction_hash text,
  -- Signed once and kept before it is sent, so that it is the same after a crash; the nonce lets the chain take it once.
  raw_transaction text,
  sender text,
  nonce bigint,
  -- Block 0 of the chain that it was signed for: a chain that starts anew knows nothing of it.
  genesis_hash text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  expires_at timestamptz not null
);
create index onramp_orders_to_deliver on onramp_orders (provider, updated_at) where status = 'paid';
-- Two deliveries that share a nonce could never both be taken.
create unique index onramp_orders_one_nonce on onramp_orders (genesis_hash, sender, nonce);
create index onramp_orders_unpaid on onramp_orders (expires_at) where status = 'created';

-- What providers have said, so that the same is heard once.
create table onramp_events (
  provider text not null,
  event_id text not null,
  received_at timestamptz not null,
  primary key (provider, event_id)
);
create index onramp_events_by_age on onramp_events (received_at);
