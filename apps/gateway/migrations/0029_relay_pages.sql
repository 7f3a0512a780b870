-- The mailbox of one process: what one commit brings is one row, and what is on it the process remembers. A relay of
-- before cannot read it: stop it first.
create table relay_pages (
  -- In the order of their commits.
  id bigint primary key,
  -- Milliseconds since 1970: nothing on it counts any more.
  expires_at bigint not null,
  -- Which messages, and which receipts, as JSON.
  heads text not null,
  -- The texts of the messages, one behind the other.
  bodies bytea not null
);
-- Sealed texts cannot be compressed; of those that are not, pieces are read.
alter table relay_pages alter column bodies set storage external;

-- Numbers of pages and messages are taken many at a time, and who took the last is the one process that writes.
create table relay_keeper (
  is_only boolean primary key default true check (is_only),
  numbers bigint not null
);
insert into relay_keeper (numbers) select coalesce(max(seq), 0) + 1 from relay_messages;

-- What was kept, messages with lives alike on one page, with who has received them.
with lives as (
  select *, convert_to(message, 'UTF8') as body,
    greatest(0, ceil(ln(greatest(1, expires_at - extract(epoch from now()) * 1000) / 300000) / ln(4))) as life
  from relay_messages
), places as (
  select *, row_number() over (partition by life order by seq) - 1 as n from lives
), pages as (
  select *, min(seq) over (partition by life, n / 256) as page, n % 256 as place from places
)
insert into relay_pages (id, expires_at, heads, bodies)
select page, max(expires_at),
  json_build_object(
    'messages', json_agg(json_build_array(
      seq, topic, encode(digest, 'hex'), sender, tag, expires_at, published_at, octet_length(body), attestation)
      order by seq),
    'receipts', coalesce(
      (select json_agg(json_build_array(p.page, p.place, r.client))
       from pages p join relay_receipts r using (seq) where p.page = pages.page), '[]'))::text,
  string_agg(body, ''::bytea order by seq)
from pages group by page;

drop table relay_receipts;
drop table relay_messages;
drop sequence relay_messages_seq;
