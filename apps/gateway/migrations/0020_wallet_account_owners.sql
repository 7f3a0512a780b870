-- Who owns a smart account: its deployment names them.
alter table wallet_accounts add column owner text;
