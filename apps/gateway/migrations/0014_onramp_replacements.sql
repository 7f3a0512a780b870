-- A delivery of the sandbox that offers too little is replaced under its nonce; whichever is taken counts.
alter table onramp_orders add column earlier_hashes text[] not null default '{}';
