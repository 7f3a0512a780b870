/** What collectibles say of themselves: from the database, else from wherever their contract points, for some seconds. */
import { bounds } from '@latchkey/spec/endpoints'
import { days, hours, seconds } from '@latchkey/spec/limits'
import { and, eq, sql } from 'drizzle-orm'
import { encodeFunctionData, parseAbi } from 'viem'
import type { Chain } from '../chain/chain.js'
import { decodeResult } from '../chain/multicall.js'
import type { CollectiblePlace, MetCollectible } from '../indexer/reads.js'
import type { Clock } from '../ports/clock.js'
import type { Db } from '../ports/db.js'
import type { Untrusted } from '../ports/untrusted.js'
import { RpcError } from '../rpc/errors.js'
import { readDataUri } from './dataUri.js'
import type { Images } from './images.js'
import { type Metadata as Read, readMetadata } from './metadataShape.js'
import { type Resolve, withId } from './source.js'
import { nftMetadata } from './tables.js'

export interface Words {
  readonly name: string | undefined
  readonly description: string | undefined
  readonly imageId: string | undefined
}

export interface Metadata {
  /** By `keyOf`. What cannot be read in time is left out, and is there the next time. */
  describe(
    chain: Chain,
    items: readonly MetCollectible[],
    options: { readonly charge?: (cost: number) => Promise<void> },
  ): Promise<Map<string, Words>>
  close(): Promise<void>
}

export const keyOf = ({ token, tokenId }: CollectiblePlace) => `${token}/${tokenId}`

const freshFor = days(7)
/** When a host that did not answer is asked again. */
const retryAfter = hours(1)
/** How long one question waits for all of its metadata. */
const patience = seconds(3)
const readDeadline = seconds(6)
const jsonBytes = 256 * 1024
/** Reads at once in this process, and those that wait for their turn; what comes on top is read another time. */
const readsAtOnce = 16
const mostWaiting = 400

const uriAbi = parseAbi([
  'function tokenURI(uint256 id) view returns (string)',
  'function uri(uint256 id) view returns (string)',
])

export function createMetadata(input: {
  db: Db
  clock: Clock
  untrusted: Untrusted
  images: Pick<Images, 'note'>
  resolve: Resolve
}): Metadata {
  const { db, clock, untrusted, images, resolve } = input
  const ending = new AbortController()
  const reading = new Map<string, Promise<void>>()
  const queue: (() => void)[] = []
  let busy = 0

  async function inTurn(work: () => Promise<void>): Promise<void> {
    if (busy >= readsAtOnce) await new Promise<void>((go) => queue.push(go))
    busy++
    try {
      if (!ending.signal.aborted) await work()
    } finally {
      busy--
      queue.shift()?.()
    }
  }

  /** The text of the metadata; undefined where there is none to be had. */
  async function textOf(chain: Chain, item: MetCollectible): Promise<string | undefined> {
    const functionName = item.standard === 'erc721' ? 'tokenURI' : 'uri'
    const data = encodeFunctionData({ abi: uriAbi, functionName, args: [BigInt(item.tokenId)] })
    const { signal } = ending
    const said = decodeResult(uriAbi, functionName, await chain.call({ to: item.token, data }, { signal }))
    const url = typeof said === 'string' ? resolve(withId(said, item.tokenId)) : undefined
    if (url === undefined) return undefined
    const inline = readDataUri(url)
    if (inline) return inline.bytes.toString()
    const request = { url, maxBytes: jsonBytes, deadline: readDeadline, signal }
    const { status, bytes } = await untrusted.fetch({ ...request, headers: { accept: 'application/json' } })
    return status === 200 ? bytes.toString() : undefined
  }

  async function read(chain: Chain, item: MetCollectible): Promise<void> {
    let found: Read | undefined
    try {
      const text = await textOf(chain, item)
      found = text === undefined ? undefined : readMetadata(text)
    } catch (cause) {
      // A contract that says no has no metadata; that is an answer.
      if (cause instanceof RpcError) found = nothing
    }
    if (ending.signal.aborted) return
    await keep(chain, item, found)
  }

  async function keep(chain: Chain, { token, tokenId }: MetCollectible, found: Read | undefined) {
    const source = found?.image === undefined ? undefined : resolve(withId(found.image, tokenId))
    const imageId = source === undefined ? undefined : await images.note(source)
    const triedAt = new Date(clock.now())
    const words = found && {
      name: found.name ?? null,
      description: found.description ?? null,
      imageId: imageId ?? null,
      knownAt: triedAt,
    }
    await db.query
      .insert(nftMetadata)
      .values({ networkId: chain.networkId, token, tokenId, ...words, triedAt })
      .onConflictDoUpdate({
        target: [nftMetadata.networkId, nftMetadata.token, nftMetadata.tokenId],
        // What was known before a failed try stays.
        set: { ...words, triedAt },
      })
  }

  async function stored(chain: Chain, items: readonly MetCollectible[]) {
    const tokens = sql.param(items.map(({ token }) => token))
    const ids = sql.param(items.map(({ tokenId }) => tokenId))
    const rows = await db.query
      .select()
      .from(nftMetadata)
      .where(
        and(
          eq(nftMetadata.networkId, chain.networkId),
          sql`(${nftMetadata.token}, ${nftMetadata.tokenId}) in (select * from unnest(${tokens}::text[], ${ids}::text[]))`,
        ),
      )
    return new Map(rows.map((row) => [`${row.token}/${row.tokenId}`, row]))
  }

  function start(chain: Chain, item: MetCollectible): Promise<void> {
    const key = `${chain.networkId}/${keyOf(item)}`
    const before = reading.get(key)
    if (before) return before
    if (reading.size >= mostWaiting) return Promise.resolve()
    const started = inTurn(() => read(chain, item))
      // Nobody may be waiting any more; the next look tries again.
      .catch(() => {})
      .finally(() => reading.delete(key))
    reading.set(key, started)
    return started
  }

  return {
    async describe(chain, items, { charge }) {
      if (items.length === 0) return new Map()
      const before = await stored(chain, items)
      const now = clock.now()
      const due = items.filter((item) => {
        const row = before.get(keyOf(item))
        const age = row ? now - row.triedAt.getTime() : Number.POSITIVE_INFINITY
        return age > (row?.knownAt ? freshFor : retryAfter)
      })
      if (due.length > 0) {
        await charge?.(due.length)
        const late = new Promise<void>((done) => {
          const cancel = clock.after(patience, done)
          void Promise.all(due.map((item) => start(chain, item))).then(() => {
            cancel()
            done()
          })
        })
        await late
      }
      const rows = due.length > 0 ? await stored(chain, items) : before
      return new Map(
        [...rows]
          .filter(([, { knownAt }]) => knownAt !== null)
          .map(([key, { name, description, imageId }]) => [
            key,
            {
              name: name ?? undefined,
              description: description?.slice(0, bounds.description) ?? undefined,
              imageId: imageId ?? undefined,
            },
          ]),
      )
    },

    async close() {
      ending.abort()
      await Promise.allSettled(reading.values())
    },
  }
}

const nothing: Read = { name: undefined, description: undefined, image: undefined }
