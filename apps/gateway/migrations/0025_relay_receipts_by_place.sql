-- A receipt names the place of its message in place of its topic and digest: a fifth of the bytes, written in one order
-- without looking the message up.
create temporary table kept_receipts on commit drop as
  select distinct m.seq, r.client, m.expires_at
  from relay_receipts r join relay_messages m on m.topic = r.topic and m.digest = r.digest;

drop table relay_receipts;

-- A row here outlives its message by no more than a sweep, so nothing refers to anything.
create table relay_receipts (
  seq bigint not null,
  client text not null,
  expires_at bigint not null,
  primary key (seq, client)
);
create index relay_receipts_by_expiry on relay_receipts (expires_at);

insert into relay_receipts (seq, client, expires_at) select seq, client, expires_at from kept_receipts;
