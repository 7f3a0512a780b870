/** What a statement reads grows with the topics that it is about, never with the mailbox. */
import pg from 'pg'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { copyMigratedDatabase } from '../../testing/database.js'
import { run } from '../../testing/statement.js'
import { randomTopic } from '../testing/relayClient.js'
import { digestOf } from './mailbox.js'
import { partsOf } from './postgresEntries.js'
import {
  makeRoomText,
  readText,
  receiveNamedText,
  storeInRoomText,
  storeText,
  weighTopicsText,
} from './postgresStatements.js'

let url = ''

/** Few topics that hold much: here it seems cheapest to read everything at once. */
beforeAll(async () => {
  url = await copyMigratedDatabase()
  await run(
    url,
    `insert into relay_messages (topic, digest, message, tag, sender, published_at, expires_at)
     select 'topic' || n % 25, sha256(n::text::bytea), repeat('m', 700), 1108, 'dapp', 1, 300000
     from generate_series(1, 20000) n`,
  )
  await run(url, "insert into relay_receipts select seq, 'wallet', expires_at from relay_messages")
  await run(url, 'analyze relay_messages, relay_receipts')
})

test.each([
  ['weigh topics', weighTopicsText],
  ['store', storeText],
  ['store in room', storeInRoomText],
  ['make room', makeRoomText],
  ['read', readText],
  ['receive by name', receiveNamedText],
])('“%s” looks up what it needs', async (_, text) => {
  const rows = await run<{ 'QUERY PLAN': string }>(url, `explain (generic_plan) ${text}`)
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toMatch(/Index.* relay_messages_pkey/)
  expect(plan).not.toMatch(/Seq Scan on relay_|relay_messages_by_expiry|relay_receipts_by_expiry/)
})

test('to store is not planned anew for each group', async () => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  for (let n = 0; n < 50; n++) {
    const entries = Array.from({ length: 1 + (n % 20) }, (_, at) => entryOf(`m${n} ${at}`))
    await client.query({ name: 'store', text: storeText, values: partsOf(entries, 1) })
  }
  const { rows } = await client.query(
    "select custom_plans::int as custom from pg_prepared_statements where name = 'store'",
  )
  // So many PostgreSQL makes before it compares.
  expect(rows).toEqual([{ custom: 5 }])
})

function entryOf(message: string) {
  const publication = {
    topic: randomTopic(),
    message,
    digest: digestOf(message),
    isPlain: true,
    tag: 1108,
    attestation: '',
    ttl: 300,
    sender: 'dapp',
  }
  return { publication, bytes: message.length, settle: () => {}, fail: () => {}, again: undefined }
}
