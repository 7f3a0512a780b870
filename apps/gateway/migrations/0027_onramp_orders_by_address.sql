-- The purchases of one account, newest first. An address of eip155 is written in any case, and the index goes by the lower one.
create index onramp_orders_by_address on onramp_orders (project_id, provider, lower(address), created_at desc, id desc);
