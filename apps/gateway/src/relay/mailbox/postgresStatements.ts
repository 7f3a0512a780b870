/**
 * What the mailbox in PostgreSQL says to it. A group of messages travels as one list for each of their parts, which the
 * database reads faster than any text of all of them. What lies on a topic, and who has received it, is looked up topic by topic and message by message (`lateral`): a database
 * that knows little of its tables would else read all that is kept, for a few.
 */
import { relayBounds } from '@latchkey/spec/relay'

/** Not by the index of what expires, in which nearly everything is found. */
const alive = (now: string) => `expires_at + 0 > ${now}`

/** What lies on a topic at the time `$1`. */
const shelfOf = (topic: string) => `(
    select count(*) as messages, coalesce(sum(octet_length(message)), 0) as bytes
    from relay_messages where topic = ${topic} and ${alive('$1')}
  )`

/** A group in its order, `n`, with each part of its messages in a list of its own, `$2` to `$8`. */
const groupText = `unnest($2::text[], $3::text[], $4::text[], $5::bigint[], $6::text[], $7::text[], $8::bigint[])
    with ordinality as item(topic, digest, message, tag, attestation, sender, expires, n)`

/** A message that is kept already is left as it is; one that has expired and was not yet removed is published anew. */
const insertText = `
on conflict (topic, digest) do update set
  seq = nextval('relay_messages_seq'), message = excluded.message, tag = excluded.tag,
  attestation = excluded.attestation, sender = excluded.sender,
  published_at = excluded.published_at, expires_at = excluded.expires_at
where relay_messages.expires_at <= $1
returning topic, digest, seq`

/** What the topics `$2` hold at the time `$1`. */
export const weighTopicsText = `
select topic, messages::int, bytes::int from unnest($2::text[]) as asked(topic), lateral ${shelfOf('asked.topic')} shelf`

/**
 * Stores a group in its order at the time `$1`, and answers with the places of its messages in that order. Where some
 * were kept already it says which were not, too. One row for all, because a row costs the gateway more than the database;
 * and nothing in it that would make the database plan it anew each time.
 */
export const storeText = `
with stored as (
  insert into relay_messages (topic, digest, message, tag, attestation, sender, published_at, expires_at)
  select topic, decode(digest, 'hex'), message, tag, attestation, sender, $1, expires from ${groupText}
  order by n ${insertText}
)
select string_agg(seq::text, ',' order by seq) as places,
  case when count(*) < cardinality($2::text[])
    then string_agg(topic || encode(digest, 'hex'), ',' order by seq)
  end as names
from stored`

/**
 * Stores what there was no room for, message by message as far as there is. Answers with the place of each: -1 where it is
 * kept already, 0 where its topic holds as much as it may.
 */
export const storeInRoomText = `
with sent as materialized (
  select item.*, decode(digest, 'hex') as hash from ${groupText}
), held as (
  select asked.topic, shelf.messages, shelf.bytes
  from (select distinct topic from sent) asked, lateral ${shelfOf('asked.topic')} shelf
), measured as (
  select sent.*,
    held.messages + row_number() over mine as messages,
    held.bytes + sum(octet_length(sent.message)) over mine as bytes
  from sent join held using (topic)
  window mine as (partition by topic order by n)
), stored as (
  insert into relay_messages (topic, digest, message, tag, attestation, sender, published_at, expires_at)
  select topic, hash, message, tag, attestation, sender, $1, expires from measured
  where messages <= ${relayBounds.mailboxMessages} and bytes <= ${relayBounds.mailboxBytes}
  order by n ${insertText}
)
select string_agg(coalesce(stored.seq, case when exists (
    select from relay_messages old
    where old.topic = measured.topic and old.digest = measured.hash and old.expires_at > $1
  ) then -1 else 0 end)::text, ',' order by n) as places
from measured left join stored on stored.topic = measured.topic and stored.digest = measured.hash`

/**
 * Makes room on the topics `$1` at the time `$2`: the older half of what somebody has received goes, as does what has
 * expired. Answers with what has gone from each, in all, and of that what was not expired: what was, nobody may have
 * counted on its topic.
 */
export const makeRoomText = `
with gone as (
  delete from relay_messages where ctid = any(array(
    select place from unnest($1::text[]) as asked(topic), lateral (
      select m.ctid as place, expires_at, row_number() over (order by seq) as n, count(*) over () as messages
      from relay_messages m left join lateral (
        select true as is_there from relay_receipts r where r.seq = m.seq limit 1
      ) receipt on true
      where topic = asked.topic and (expires_at <= $2 or receipt.is_there)
    ) received
    where expires_at <= $2 or n <= (messages + 1) / 2
  ))
  returning topic, octet_length(message) as bytes, expires_at
)
select topic, count(*)::int as messages, sum(bytes)::int as bytes,
  count(*) filter (where expires_at > $2)::int as "aliveMessages",
  coalesce(sum(bytes) filter (where expires_at > $2), 0)::int as "aliveBytes"
from gone group by topic`

/** What the client `$3` may still want of the topics `$1` after the places `$2`, at the time `$4`. */
export const readText = `
select seq, topic, encode(digest, 'hex') as digest, message, tag, attestation, sender, published_at, expires_at, found
from (
  select *, count(*) over () as found, sum(octet_length(message)) over (order by seq) - octet_length(message) as before
  from (
    select m.*
    from unnest($1::text[], $2::bigint[]) as asked(topic, after), lateral (
      select * from relay_messages
      where topic = asked.topic and seq > asked.after and ${alive('$4')} and sender <> $3 and not exists (
        select from relay_receipts r where r.seq = relay_messages.seq and r.client = $3
      )
      order by seq
      limit $5 + 1
    ) m
    order by m.seq
    limit $5 + 1
  ) waiting
) page
where before < ${relayBounds.mailboxBytes}
order by seq
limit $5`

/**
 * Nobody waits for a receipt to be on the disk: if the machine fails, its message comes once more, as after a receipt
 * that the network lost. The setting is the transaction's, so that it holds behind a pooler too.
 */
const relaxed = `(select set_config('synchronous_commit', 'off', true)) as relaxed(setting)`

/** Notes that the messages at the places `$1` were received by the clients `$2`, for as long as they are kept, `$3`. */
export const receiveText = `
insert into relay_receipts (seq, client, expires_at)
select seq, client, expires_at
from ${relaxed}, unnest($1::bigint[], $2::text[], $3::bigint[]) as item(seq, client, expires_at)
where relaxed.setting = 'off'`

/**
 * The same where some are noted already, as when two connections of a client have received a message: to look out for
 * that costs nearly as much again as to write.
 */
export const receiveAgainText = `${receiveText} on conflict do nothing`

/** The same for the receipts of the group `$1`, which name their messages. */
export const receiveNamedText = `
insert into relay_receipts (seq, client, expires_at)
select m.seq, item.client, m.expires_at
from json_to_recordset($1) as item(topic text, digest text, client text)
join relay_messages m on m.topic = item.topic and m.digest = decode(item.digest, 'hex')
on conflict do nothing`

/** Removes up to `$2` that expired before `$1`, so that a sweep never holds others up for long. */
const sweepText = (table: string) => `
delete from ${table} where ctid = any(array(select ctid from ${table} where expires_at <= $1 limit $2))`

/** Answers with what has gone. */
export const sweepMessagesText = `
with gone as (${sweepText('relay_messages')} returning octet_length(message) as bytes)
select count(*)::int as messages, coalesce(sum(bytes), 0)::int as bytes from gone`
export const sweepReceiptsText = sweepText('relay_receipts')

/** How much is kept: messages, and the bytes of their texts. It reads all of it. */
export const weighText =
  'select count(*) as messages, coalesce(sum(octet_length(message)), 0) as bytes from relay_messages'

/** How many processes whose name begins so have connections to this database. */
export const neighboursText = `
select count(distinct application_name) from pg_stat_activity
where datname = current_database() and application_name like $1`
