/** What the mailbox in PostgreSQL says to it. Lists travel as one JSON text, so that a group costs one round trip. */
import { relayBounds } from '@latchkey/spec/relay'

const sentText = `
sent as materialized (
  select *, decode(digest, 'hex') as hash from json_to_recordset($1) as item(
    n int, topic text, digest text, message text, tag bigint, attestation text, sender text, expires bigint
  )
)`

/** A message that is kept already is left as it is; one that has expired and was not yet removed is published anew. */
const insertText = `
on conflict (topic, digest) do update set
  seq = nextval('relay_messages_seq'), message = excluded.message, tag = excluded.tag,
  attestation = excluded.attestation, sender = excluded.sender,
  published_at = excluded.published_at, expires_at = excluded.expires_at
where relay_messages.expires_at <= $2
returning topic, digest, seq`

/**
 * Stores a group in its order, `$1`, at the time `$2`. On the topics `$3`, of which nobody remembers what they hold, it
 * is counted first, and nothing is stored where the `$4` messages of `$5` bytes that come now do not fit. Answers with
 * the place of each message, 0 where it was not stored, and with what those topics held. One row for all, because a row
 * costs the gateway more than the database.
 */
export const storeText = `
with ${sentText}, held as materialized (
  select asked.topic, count(m.topic) as messages, coalesce(sum(octet_length(m.message)), 0) as bytes,
    count(m.topic) + asked.messages <= ${relayBounds.mailboxMessages}
      and coalesce(sum(octet_length(m.message)), 0) + asked.bytes <= ${relayBounds.mailboxBytes} as fits
  from unnest($3::text[], $4::int[], $5::int[]) as asked(topic, messages, bytes)
  left join relay_messages m on m.topic = asked.topic and m.expires_at > $2
  group by asked.topic, asked.messages, asked.bytes
), stored as (
  insert into relay_messages (topic, digest, message, tag, attestation, sender, published_at, expires_at)
  select topic, hash, message, tag, attestation, sender, $2, expires from sent
  where topic not in (select topic from held where not fits)
  order by n ${insertText}
)
select
  (select string_agg(coalesce(stored.seq, 0)::text, ',' order by n)
   from sent left join stored on stored.topic = sent.topic and stored.digest = sent.hash) as places,
  (select json_agg(held) from held) as held`

/**
 * Stores what the statement above found no room for, message by message as far as there is. Answers with the place of
 * each: -1 where it is kept already, 0 where its topic holds as much as it may.
 */
export const storeInRoomText = `
with ${sentText}, held as (
  select topic, count(*) as messages, sum(octet_length(message)) as bytes
  from relay_messages
  where topic = any(array(select topic from sent)) and expires_at > $2
  group by topic
), measured as (
  select sent.*,
    coalesce(held.messages, 0) + row_number() over mine as messages,
    coalesce(held.bytes, 0) + sum(octet_length(sent.message)) over mine as bytes
  from sent left join held using (topic)
  window mine as (partition by topic order by n)
), stored as (
  insert into relay_messages (topic, digest, message, tag, attestation, sender, published_at, expires_at)
  select topic, hash, message, tag, attestation, sender, $2, expires from measured
  where messages <= ${relayBounds.mailboxMessages} and bytes <= ${relayBounds.mailboxBytes}
  order by n ${insertText}
)
select string_agg(coalesce(stored.seq, case when exists (
    select from relay_messages old
    where old.topic = measured.topic and old.digest = measured.hash and old.expires_at > $2
  ) then -1 else 0 end)::text, ',' order by n) as places
from measured left join stored on stored.topic = measured.topic and stored.digest = measured.hash`

/** Makes room on the topics `$1`: the older half of what somebody has received goes, as does what has expired. */
export const makeRoomText = `
delete from relay_messages where (topic, digest) in (
  select topic, digest from (
    select topic, digest, expires_at,
      row_number() over (partition by topic order by seq) as place, count(*) over (partition by topic) as messages
    from relay_messages m
    where topic = any($1) and (
      expires_at <= $2 or exists (select from relay_receipts r where r.seq = m.seq)
    )
  ) received
  where expires_at <= $2 or place <= (messages + 1) / 2
)`

/** What the client `$3` may still want of the topics `$1` after the places `$2`, at the time `$4`. */
export const readText = `
select seq, topic, encode(digest, 'hex') as digest, message, tag, attestation, sender, published_at, expires_at, found
from (
  select *, count(*) over () as found, sum(octet_length(message)) over (order by seq) - octet_length(message) as before
  from (
    select m.*
    from unnest($1::text[], $2::bigint[]) as asked(topic, after)
    join relay_messages m on m.topic = asked.topic and m.seq > asked.after
    where m.expires_at > $4 and m.sender <> $3 and not exists (
      select from relay_receipts r where r.seq = m.seq and r.client = $3
    )
    order by m.seq
    limit $5 + 1
  ) waiting
) page
where before < ${relayBounds.mailboxBytes}
order by seq
limit $5`

/** Notes that the messages at the places `$1` were received by the clients `$2`, for as long as they are kept, `$3`. */
export const receiveText = `
insert into relay_receipts (seq, client, expires_at)
select * from unnest($1::bigint[], $2::text[], $3::bigint[])
on conflict do nothing`

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

export const sweepMessagesText = sweepText('relay_messages')
export const sweepReceiptsText = sweepText('relay_receipts')

/** How much is kept: messages, and the bytes of their texts. */
export const weighText =
  'select count(*) as messages, coalesce(sum(octet_length(message)), 0) as bytes from relay_messages'

/** How many processes whose name begins so have connections to this database. */
export const neighboursText = `
select count(distinct application_name) from pg_stat_activity
where datname = current_database() and application_name like $1`
