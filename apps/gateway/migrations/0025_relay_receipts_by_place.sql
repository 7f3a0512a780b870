-- A receipt names the place of its message in place of its topic and digest: fewer bytes, written in one order, without
-- looking the message up. A relay of before cannot read it: stop it first.
alter table relay_receipts rename to relay_receipts_named;
alter table relay_receipts_named rename constraint relay_receipts_pkey to relay_receipts_named_pkey;
drop index relay_receipts_by_expiry;

-- It goes when its message expires, or would have: one that made room for others is gone before.
create table relay_receipts (
  seq bigint not null,
  client text not null,
  expires_at bigint not null,
  primary key (seq, client)
);

insert into relay_receipts (seq, client, expires_at)
select m.seq, r.client, m.expires_at
from relay_receipts_named r join relay_messages m on m.topic = r.topic and m.digest = r.digest;

create index relay_receipts_by_expiry on relay_receipts (expires_at);
drop table relay_receipts_named;
