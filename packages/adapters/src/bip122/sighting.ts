/** What became of a transaction: in a block, waiting, replaced by another that spends the same, or unknown. */
import type { TransactionQuestion, TransactionSighting } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/spec/errors'
import type { Esplora } from './esplora.js'

type Question = Pick<TransactionQuestion, 'hash' | 'address' | 'trace'>

interface Seen {
  /** The block it is in, where it is in one. */
  readonly height: number | undefined
  /** What it spends first, as `txid:index`. */
  readonly spends: string | undefined
  readonly pays: readonly { readonly address: string | undefined; readonly amount: string }[]
}

export async function sighting(
  esplora: Esplora,
  { hash, address, trace }: Question,
): Promise<TransactionSighting> {
  const [found, tip] = await Promise.all([esplora.get(`/tx/${hash}`), esplora.get('/blocks/tip/height')])
  if (typeof tip !== 'number') throw new LatchkeyError('http.answer-malformed', { url: '/blocks/tip/height' })
  if (found === undefined) return replaced(esplora, { address, trace, tip })
  const seen = readTransaction(found)
  const kept = traceOf(seen, address)
  const told = kept === undefined ? {} : { trace: kept }
  if (seen.height === undefined) return { height: tip, place: 'waiting', ...told }
  return { height: tip, place: 'block', depth: depthOf(seen.height, tip), isSuccess: true, ...told }
}

/** A node a block behind its own index must not make a depth of 0. */
const depthOf = (height: number, tip: number) => Math.max(1, tip - height + 1)

/** A node forgets what was replaced; what it spent is then spent by something else. */
async function replaced(
  esplora: Esplora,
  { address, trace, tip }: Pick<Question, 'address' | 'trace'> & { readonly tip: number },
): Promise<TransactionSighting> {
  const unknown = { height: tip, place: 'unknown', ...(trace === undefined ? {} : { trace }) } as const
  const [outpoint = '', paid] = trace?.split('|') ?? []
  const [txid = '', index = ''] = outpoint.split(':')
  if (!/^[0-9a-f]{64}$/.test(txid) || !/^\d{1,6}$/.test(index)) return unknown
  const spend = await esplora.get(`/tx/${txid}/outspend/${index}`)
  const by: unknown = spend instanceof Object && 'txid' in spend ? spend.txid : undefined
  if (typeof by !== 'string' || !/^[0-9a-f]{64}$/.test(by)) return unknown
  const found = await esplora.get(`/tx/${by}`)
  const seen = found === undefined ? undefined : readTransaction(found)
  // Until it is in a block, the first may still win.
  if (seen?.height === undefined) return unknown
  const isOwn = seen.pays.every((each) => each.address === address)
  const how = paymentOf(seen, address) === paid ? 'sped-up' : isOwn ? 'cancelled' : 'other'
  const taken = { hash: by, how, depth: depthOf(seen.height, tip), isSuccess: true } as const
  return { height: tip, place: 'taken', by: taken, ...(trace === undefined ? {} : { trace }) }
}

/** What to look for when the transaction is gone: what it spends, and whom it pays how much. */
function traceOf(seen: Seen, address: string): string | undefined {
  return seen.spends && `${seen.spends}|${paymentOf(seen, address)}`.slice(0, 256)
}

function paymentOf({ pays }: Seen, address: string): string {
  const first = pays.find((each) => each.address !== address)
  return first ? `${first.address ?? ''}=${first.amount}` : ''
}

function readTransaction(value: unknown): Seen {
  const { status, vin, vout } = (value ?? {}) as Readonly<Record<string, unknown>> // each is checked below
  if (!(status instanceof Object) || !Array.isArray(vin) || !Array.isArray(vout)) {
    throw new LatchkeyError('http.answer-malformed', { url: '/tx' })
  }
  const { confirmed, block_height: height } = status as Readonly<Record<string, unknown>> // as above
  const { txid, vout: index } = (vin[0] ?? {}) as Readonly<Record<string, unknown>> // as above
  return {
    height: confirmed === true && typeof height === 'number' ? height : undefined,
    spends: typeof txid === 'string' && typeof index === 'number' ? `${txid}:${index}` : undefined,
    pays: vout.map((output: unknown) => {
      const { scriptpubkey_address: to, value: amount } = (output ?? {}) as Readonly<Record<string, unknown>> // as above
      return { address: typeof to === 'string' ? to : undefined, amount: String(amount) }
    }),
  }
}
