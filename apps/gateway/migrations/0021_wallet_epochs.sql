-- The newest epoch of a wallet's shares. It only rises, also when the device that had it is removed.
alter table wallet_wallets add column epoch integer not null default 1;
update wallet_wallets set epoch = greatest(1, (
  select coalesce(max(epoch), 1) from wallet_shares where wallet_id = wallet_wallets.id and state = 'active'
));
