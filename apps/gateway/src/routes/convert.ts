/** Swaps (S7-06, S7-07, S7-09 to S7-12): tokens, quotes, allowance, fees, and the transactions to sign. */
import { accountId, type NetworkId, parseAccountId } from '@latchkey/spec/caip'
import { endpoints } from '@latchkey/spec/endpoints'
import { limits } from '@latchkey/spec/limits'
import { decimalOfNumber, formatUnits, parseUnits } from '@latchkey/spec/validation'
import type { FastifyInstance } from 'fastify'
import { getAddress } from 'viem'
import { solanaCoin } from '../balances/solana.js'
import { eip155Address, eip155Networks, nativeToken, solanaNetworks } from '../chain/account.js'
import type { Hex } from '../chain/shapes.js'
import type { Deps } from '../deps.js'
import { refuse } from '../http/refusal.js'
import { route } from '../http/route.js'
import { gasPrices } from '../swaps/gasPrice.js'
import { jupiterNetwork, type SolanaSwaps } from '../swaps/jupiter.js'

type Reads = Pick<Deps, 'chainData' | 'rpc'>
type Eip155Id = `eip155:${string}:0x${string}`

/** Amounts on the chain end here. */
function unitsOf(amount: string): bigint {
  const units = BigInt(amount)
  if (units > limits.maxUint256) throw refuse('parameter', 'The amount is more than any token can count')
  return units
}

/** The network of an id, which must be served, and the address in it. */
function placeOf({ chainData, rpc }: Reads, id: string) {
  const parts = parseAccountId(id)
  if (!parts) throw refuse('address', 'Expected an account of a known namespace')
  const [networkId = parts.networkId] = eip155Networks(rpc.upstreams, parts.networkId)
  return { networkId, chain: chainData.chainOf(networkId), address: eip155Address(parts.address) }
}

function idOf(networkId: NetworkId, address: Hex): Eip155Id {
  const shown = address === nativeToken ? address : getAddress(address)
  return accountId({ networkId, address: shown }) as Eip155Id // only eip155 networks come here
}

export function swapTokens(app: FastifyInstance): void {
  route(app, endpoints.swapTokens, ({ query }, { chainData, rpc }) => {
    if (isSolanaId(query.chainId)) return { tokens: solanaSwapTokens({ chainData, rpc }, query) }
    const [networkId = query.chainId] = eip155Networks(rpc.upstreams, query.chainId)
    const { tokens, nativeCurrency } = chainData.networks(networkId)
    if (!chainData.swaps.isServed(networkId)) throw refuse('chain', `Chain ID ${networkId} is not supported`)
    const native = { ...nativeCurrency, address: nativeToken, iconUrl: '', isPermit: false }
    const wanted = query.address === undefined ? undefined : eip155Address(query.address)
    return {
      tokens: [native, ...tokens]
        .filter(({ address }) => wanted === undefined || address === wanted)
        .map(({ name, symbol, address, decimals, iconUrl, isPermit }) => ({
          name,
          symbol,
          address: idOf(networkId, address),
          decimals,
          logoUri: iconUrl === '' ? null : iconUrl,
          eip2612: isPermit,
        })),
    }
  })
}

/** The coin and the tokens of the directory: Jupiter swaps more, and nobody could choose among all of them. */
function solanaSwapTokens(
  { chainData, rpc }: Reads,
  query: { readonly chainId: NetworkId; readonly address?: string | undefined },
) {
  const [networkId = query.chainId] = solanaNetworks(rpc.upstreams, query.chainId)
  if (!chainData.solanaSwaps || networkId !== jupiterNetwork)
    throw refuse('chain', `Chain ID ${networkId} is not supported`)
  const coin = { ...solanaCoin, mint: solanaCoin.address }
  return [coin, ...chainData.solana(networkId).listed()]
    .filter(({ mint }) => query.address === undefined || mint === query.address)
    .map(({ mint, name, symbol, decimals }) => ({
      name,
      symbol,
      address: accountId({ networkId, address: mint }),
      decimals,
      logoUri: null,
      eip2612: false,
    }))
}

/** A token or an account of the one solana network on which swaps are quoted. */
function solanaAddress({ chainData, rpc }: Reads, id: string): string {
  const { networkId = '', address = '' } = parseAccountId(id) ?? {}
  solanaNetworks(rpc.upstreams, networkId)
  if (!chainData.solanaSwaps || networkId !== jupiterNetwork)
    throw refuse('chain', `Chain ID ${networkId} is not supported`)
  return address
}

function solanaSwaps({ chainData }: Reads): SolanaSwaps {
  if (!chainData.solanaSwaps) throw refuse('chain', 'Swaps on solana are not served here')
  return chainData.solanaSwaps
}

const isSolanaId = (id: string) => id.startsWith('solana:')

export function swapQuotes(app: FastifyInstance): void {
  route(app, endpoints.swapQuotes, async ({ query, caller }, deps) => {
    const { signal } = caller
    if (isSolanaId(query.from)) {
      const [from, to] = [solanaAddress(deps, query.from), solanaAddress(deps, query.to)]
      const amount = unitsOf(query.amount)
      const { amountOut, least } = await solanaSwaps(deps).quote({ from, to, amount }, { signal })
      const sides = { fromAmount: query.amount, fromAccount: query.from, toAccount: query.to }
      const arriving = { toAmount: amountOut.toString(), minimumToAmount: least.toString() }
      return { quotes: [{ id: null, ...sides, ...arriving }] }
    }
    const { chain, address: from } = placeOf(deps, query.from)
    const { address: to } = placeOf(deps, query.to)
    const question = { from, to, amount: unitsOf(query.amount) }
    const quote = await deps.chainData.swaps.quote(chain, question, { signal })
    const slippage = hundredths(limits.slippageDefault)
    return {
      quotes: [
        {
          id: null,
          fromAmount: query.amount,
          fromAccount: query.from,
          toAmount: quote.amountOut.toString(),
          toAccount: query.to,
          expiry: quote.expiry,
          minimumToAmount: ((quote.amountOut * (10_000n - slippage)) / 10_000n).toString(),
          ...(quote.impact === undefined ? {} : { priceImpact: formatUnits(quote.impact, 2) }),
        },
      ],
    }
  })
}

export function swapAllowance(app: FastifyInstance): void {
  route(app, endpoints.swapAllowance, async ({ query, caller }, deps) => {
    const { chain, address: token } = placeOf(deps, query.tokenAddress)
    const { address: user } = placeOf(deps, query.userAddress)
    const { signal } = caller
    const allowed = await deps.chainData.swaps.allowance(chain, token, user, { signal })
    return { allowance: allowed.toString() }
  })
}

export function swapGasPrice(app: FastifyInstance): void {
  route(app, endpoints.swapGasPrice, async ({ query, caller }, { chainData, rpc }) => {
    const [networkId = query.chainId] = eip155Networks(rpc.upstreams, query.chainId)
    const { standard, fast, instant } = await gasPrices(chainData.chainOf(networkId), {
      signal: caller.signal,
    })
    return { standard: standard.toString(), fast: fast.toString(), instant: instant.toString() }
  })
}

export function swapTransaction(app: FastifyInstance): void {
  route(app, endpoints.swapTransaction, async ({ body, caller }, deps) => {
    await caller.about(body.userAddress)
    if (body.solana && isSolanaId(body.from)) {
      const addressOf = (id: string) => solanaAddress(deps, id)
      const [from, to] = [addressOf(body.from), addressOf(body.to)]
      const user = addressOf(body.userAddress)
      const slippage = hundredths(decimalOfNumber(body.solana.slippage))
      const question = { from, to, user, slippage, amount: unitsOf(body.amount) }
      const built = await solanaSwaps(deps).build(question, { signal: caller.signal })
      const { transaction: data, requestId, amountOut, least } = built
      const solana = { least: least.toString(), requestId }
      return { tx: { from: body.userAddress, data, amount: amountOut.toString(), solana } }
    }
    const { networkId, chain, address: from } = placeOf(deps, body.from)
    const { address: to } = placeOf(deps, body.to)
    const { address: user } = placeOf(deps, body.userAddress)
    const { signal } = caller
    // The contract asks for it wherever it is not solana's.
    const slippage = hundredths(decimalOfNumber(body.eip155?.slippage ?? Number(limits.slippageDefault)))
    const question = { from, to, user, amount: unitsOf(body.amount), slippage }
    const [built, fees] = await Promise.all([
      deps.chainData.swaps.build(chain, question, { signal }),
      gasPrices(chain, { signal }),
    ])
    return {
      tx: {
        from: body.userAddress as Eip155Id, // it was read as one above
        to: idOf(networkId, built.to),
        data: built.data,
        amount: built.amountOut.toString(),
        eip155: { gas: built.gas.toString(), gasPrice: fees.standard.toString() },
      },
    }
  })
}

export function swapApproval(app: FastifyInstance): void {
  route(app, endpoints.swapApproval, async ({ query, caller }, deps) => {
    const { chain, address: token } = placeOf(deps, query.from)
    if (token === nativeToken) throw refuse('address', 'The native coin needs no approval')
    const { address: to } = placeOf(deps, query.to)
    const { address: user } = placeOf(deps, query.userAddress)
    const { signal } = caller
    // Clients of this wire may name no amount, and then mean all; ours always names one (D-16).
    const amount = query.amount === undefined ? undefined : unitsOf(query.amount)
    const [data, fees] = await Promise.all([
      deps.chainData.swaps.approval(chain, { from: token, to, user, amount }, { signal }),
      gasPrices(chain, { signal }),
    ])
    return {
      // The token to call stands in both places: clients of this wire call the one in `from`.
      tx: {
        from: query.from,
        to: query.from,
        data,
        value: '0' as const,
        eip155: { gasPrice: fees.standard.toString() },
      },
    }
  })
}

/** A percentage in hundredths of a percent; finer ones are cut. */
function hundredths(percent: string): bigint {
  const [whole = '0', fraction = ''] = percent.split('.')
  return parseUnits(`${whole}.${fraction.slice(0, 2) || '0'}`, 2) ?? 0n
}
