/** Tries a request out before it is approved: advice with the block it was true in, never a promise (2.13 of the design). */
import { type NetworkId, parseNetworkId } from '@latchkey/spec/caip'
import { chainErrorKind } from '@latchkey/spec/errors'
import { seconds } from '@latchkey/spec/limits'
import type { ApprovalPayload, WalletAnswerOf } from '@latchkey/spec/walletApi'
import * as v from 'valibot'
import type { ChainData } from '../../chain/openChainData.js'
import type { Hex } from '../../chain/shapes.js'
import type { Token } from '../../chain/tokens.js'
import type { Log } from '../../ports/log.js'
import { priceText } from '../../prices/fixed.js'
import { RpcError } from '../../rpc/errors.js'
import type { Rpc } from '../../rpc/rpc.js'
import type { AskedFor } from '../policy/readRequest.js'
import { plain } from '../policy/words.js'
import { type Movement, movementsOf, simulatedBlocks } from './movements.js'
import { createSolanaTrial, type SolanaMove } from './solanaMoves.js'

export type Simulation = WalletAnswerOf<'simulate'>
type Change = Simulation['changes'][number]
type Calls = Extract<AskedFor, { kind: 'calls' }>

export interface Simulate {
  /** Never fails and never waits long; undefined where there is nothing to try out. */
  (payload: ApprovalPayload, asked: AskedFor, signal: AbortSignal): Promise<Simulation | undefined>
}

const patience = seconds(4)
/** More assets than anybody reads. */
const mostChanges = 50
/** Transactions of one request: each asks the network several things. */
const mostTransactions = 5

export function createSimulate(input: { rpc: Pick<Rpc, 'call'>; chainData: ChainData; log: Log }): Simulate {
  const { rpc, chainData, log } = input
  const trySolana = createSolanaTrial(input)

  /** What the calls do one after the other, and what they move; throws where the node does not know the method. */
  async function inOneBlock(networkId: NetworkId, from: Hex, { calls, most }: Calls, signal: AbortSignal) {
    const list = calls.map(({ to, value, data }) => ({
      from,
      ...(to === undefined ? {} : { to }),
      value: hex(value),
      input: data,
    }))
    const blocks = [{ blockStateCalls: [{ calls: list }], traceTransfers: true, validation: false }, 'latest']
    const [block] = v.parse(simulatedBlocks, await rpc.call(networkId, 'eth_simulateV1', blocks, { signal }))
    const failed = block.calls.find(({ status }) => status === '0x0')
    if (failed) return reverted(failed.error?.message, block.number)
    const moved = movementsOf(
      block.calls.flatMap(({ logs = [] }) => logs),
      from,
    )
    // Cut off anywhere, what matters could be what is left out.
    if (moved.length > mostChanges) return unavailable('It moves more than can be shown')
    return {
      status: 'success' as const,
      block: BigInt(block.number).toString(),
      changes: await changesOf(networkId, moved, signal),
      fee: feeOf(networkId, most),
    }
  }

  /** Each by itself: says whether it fails, and not what it moves. What a later one needs, an earlier one may do first. */
  async function byItself(
    networkId: NetworkId,
    from: Hex,
    { calls, most }: Calls,
    signal: AbortSignal,
  ): Promise<Simulation> {
    const chain = chainData.chainOf(networkId)
    const { number } = await chain.newest({ signal })
    for (const [index, { to, value, data }] of calls.entries()) {
      const call = { from, ...(to === undefined ? {} : { to }), value: hex(value), data }
      try {
        await rpc.call(networkId, 'eth_call', [call, 'latest'], { signal })
      } catch (cause) {
        if (!isFailure(cause)) throw cause
        return index === 0
          ? reverted(cause.message, String(number))
          : unavailable('The calls could not be tried out one after the other')
      }
    }
    return { status: 'success', block: String(number), changes: [], fee: feeOf(networkId, most) }
  }

  async function changesOf(
    networkId: NetworkId,
    moved: readonly Movement[],
    signal: AbortSignal,
  ): Promise<Change[]> {
    const chain = chainData.chainOf(networkId)
    const addresses = [...new Set(moved.flatMap(({ token }) => (token === undefined ? [] : [token])))]
    const tokens =
      addresses.length > 0
        ? await chainData.tokens.describe(chain, addresses, { signal })
        : new Map<Hex, Token>()
    const { nativeCurrency } = chainData.networks(networkId)
    const known = moved.map((each) => {
      if (each.token === undefined) return { ...each, ...nativeCurrency }
      const token = tokens.get(each.token)
      // Its own words do not count where it lures.
      const symbol = token?.isSuspicious ? undefined : token?.symbol
      return { ...each, symbol, decimals: token?.decimals }
    })
    const priced = known.flatMap(({ token, decimals, id }) =>
      decimals === undefined || id !== undefined ? [] : [{ asset: token ?? ('native' as const), decimals }],
    )
    const prices = await chainData.prices
      .of(chain, priced, 'usd', { signal })
      .catch(() => new Map<string, bigint>())
    return known.map(({ token, amount, direction, other, symbol, decimals, id }) => {
      const side = { direction, amount: amount.toString(), ...(direction === 'out' ? { to: other } : {}) }
      const name = symbol === undefined ? undefined : plain(symbol) || 'token'
      if (id !== undefined) return { ...side, asset: `${token}/${id}`, symbol: pieceName(name, id) }
      const price = prices.get(token ?? 'native')
      const usd = price === undefined || decimals === undefined ? undefined : dollars(amount, decimals, price)
      return {
        ...side,
        asset: token ?? 'native',
        ...(name === undefined ? {} : { symbol: name }),
        ...(decimals === undefined ? {} : { decimals }),
        ...(usd === undefined ? {} : { usd }),
      }
    })
  }

  function feeOf(networkId: NetworkId, { gas, maxFeePerGas }: Calls['most']): Change {
    const { symbol, decimals } = chainData.networks(networkId).nativeCurrency
    return { direction: 'out', asset: 'native', symbol, decimals, amount: (gas * maxFeePerGas).toString() }
  }

  async function ethereum(payload: ApprovalPayload, asked: Calls, signal: AbortSignal): Promise<Simulation> {
    // Both were parsed when the request was read.
    const [networkId, from] = [payload.chainId as NetworkId, payload.account as Hex]
    try {
      return await inOneBlock(networkId, from, asked, signal)
    } catch (cause) {
      signal.throwIfAborted()
      // A node that is busy, or behind, would be asked in vain once more.
      const isWorthMore = isUnknownMethod(cause) || isFailure(cause) || cause instanceof v.ValiError
      if (!isWorthMore) throw cause
      return byItself(networkId, from, asked, signal)
    }
  }

  /** Each by itself: what several move is the sum of what each does, as long as none meets what another left. */
  async function solana(
    payload: ApprovalPayload,
    raw: readonly string[],
    signal: AbortSignal,
  ): Promise<Simulation> {
    // Parsed when the request was read.
    const networkId = payload.chainId as NetworkId
    if (raw.length > mostTransactions) return unavailable('There are more transactions than are tried out')
    const written = new Set<string>()
    const sums = new Map<string | undefined, SolanaMove>()
    let block = '0'
    for (const transaction of raw) {
      const tried = await trySolana({ networkId, owner: payload.account, raw: transaction, signal })
      block = tried.slot
      // An earlier one may fill what this one empties: neither its moves nor its failure are what would happen.
      if (tried.writable.some((address) => written.has(address)))
        return unavailable('The transactions could not be tried out one after the other')
      for (const address of tried.writable) written.add(address)
      if (tried.failure) return reverted(tried.failure.reason, block)
      for (const move of tried.moves) {
        const net = (sums.get(move.mint)?.net ?? 0n) + move.net
        sums.set(move.mint, { ...move, net })
      }
    }
    const moves = [...sums.values()].filter(({ net }) => net !== 0n)
    if (moves.length > mostChanges) return unavailable('It moves more than can be shown')
    return { status: 'success', block, changes: moves.map((move) => solanaChange(networkId, move)) }
  }

  function solanaChange(networkId: NetworkId, { mint, decimals, net }: SolanaMove): Change {
    const known = mint === undefined ? 'SOL' : chainData.solana(networkId).nameOf(mint)?.symbol
    const symbol = known === undefined ? '' : plain(known)
    return {
      direction: net > 0n ? 'in' : 'out',
      asset: mint ?? 'native',
      ...(symbol === '' ? {} : { symbol }),
      ...(decimals === undefined ? {} : { decimals }),
      amount: (net > 0n ? net : -net).toString(),
    }
  }

  return async (payload, asked, caller) => {
    const signal = AbortSignal.any([caller, AbortSignal.timeout(patience)])
    const namespace = parseNetworkId(payload.chainId)?.namespace
    try {
      if (asked.kind === 'calls' && namespace === 'eip155') return await ethereum(payload, asked, signal)
      if (asked.kind === 'solana') return await solana(payload, asked.raw, signal)
      return undefined
    } catch (cause) {
      log.warn({ chainId: payload.chainId, reason: String(cause) }, 'a request could not be tried out')
      return unavailable('The network did not answer')
    }
  }
}

/** It is about the call; whatever else a node refuses with is about the node, and says nothing of what would happen. */
function isFailure(cause: unknown): cause is RpcError {
  if (!(cause instanceof RpcError)) return false
  const { code, data, message } = cause
  // The code of EIP-1474 that nodes agree upon; some only say it in words.
  if (code === 3 || (typeof data === 'string' && /^0x[0-9a-f]+$/i.test(data))) return true
  return chainErrorKind(message) !== undefined || /invalid opcode|out of gas/i.test(message)
}

/** Nodes have several numbers and as many words for it. */
function isUnknownMethod(cause: unknown): boolean {
  if (!(cause instanceof RpcError)) return false
  const { code, message } = cause
  return (
    code === -32601 ||
    code === -32004 ||
    /not (?:found|supported|available|exist)|unsupported|unknown method|is not implemented/i.test(message)
  )
}

function unavailable(reason: string): Simulation {
  return { status: 'unavailable', reason, changes: [] }
}

function reverted(message: string | undefined, block: string): Simulation {
  const reason = plain(message ?? '')
  return {
    status: 'reverted',
    ...(reason === '' ? {} : { reason }),
    block: BigInt(block).toString(),
    changes: [],
  }
}

const hex = (value: bigint): Hex => `0x${value.toString(16)}`

/** Numbers of pieces may be as long as hashes; names are cut to leave room for them. */
function pieceName(collection = 'collectible', id: bigint): string {
  const text = id.toString()
  const shown = text.length <= 12 ? text : `${text.slice(0, 6)}…${text.slice(-4)}`
  return `${[...collection].slice(0, 12).join('')} #${shown}`
}

/** Rounded down to a cent; undefined for sums that nobody has. */
function dollars(amount: bigint, decimals: number, price: bigint): string | undefined {
  const [whole = '0', rest = ''] = priceText((amount * price) / 10n ** BigInt(decimals)).split('.')
  return whole.length > 15 ? undefined : `${whole}.${rest.slice(0, 2).padEnd(2, '0')}`
}
