/** Where there is too little of what is asked for: which other token could become it, and how much of that it takes. */
import { limits } from '@latchkey/spec/limits'
import { isSameAddress, scaleAmount } from '@latchkey/spec/validation'
import type { KitContext } from '../../context.js'
import { startFeature } from '../../feature.js'
import { estimateFee } from '../fees.js'
import { tokens as feature } from '../onDemand.js'
import type { Subject } from '../subject.js'
import { createSwapChain, type SwapChain } from '../swaps/chain.js'
import { createExchange, type Exchange } from '../swaps/exchange.js'
import { leastOf } from '../swaps/leastOf.js'
import { makePlan } from '../swaps/makePlan.js'
import { problemOf } from '../swaps/problems.js'
import { SwapError, type SwapPlan, type SwapQuestion, type SwapToken } from '../swaps/types.js'
import { tokenAddress } from '../tokens/tokenAddress.js'
import type { PayOrder } from './payRequest.js'
import type { PayAsset, PaySource, PayStage } from './payState.js'

interface PrepareSwapInput {
  readonly order: PayOrder
  readonly subject: Subject
  readonly asset: PayAsset
  readonly held: bigint
  readonly sourceId: string | undefined
  readonly signal: AbortSignal
}

interface Found {
  readonly sources: readonly PaySource[]
  readonly stage: PayStage
}

type Source = PaySource & { readonly token: SwapToken }

const slippage = limits.slippageDefault
/** How many tokens of an account are looked at, worth most first. */
const mostSources = 6
/** Gas of a payment that cannot be tried before its swap is made; more than any plain token needs. */
const transferGas = 90_000n

export async function prepareSwap(context: KitContext, input: PrepareSwapInput): Promise<Found> {
  const { asset, held, signal } = input
  const { symbol, decimals } = asset
  const short: PayStage = { status: 'short', of: 'asset', held, symbol, decimals }
  if (!context.options.features.swaps || !context.options.gatewayUrl) return { sources: [], stage: short }
  const [exchange, chain] = [createExchange(context), createSwapChain(context)]
  const choice = await findSources(context, input, { exchange, chain }).catch((cause: unknown) => {
    signal.throwIfAborted()
    context.log.info('Nothing can be swapped for a payment', cause)
    return undefined
  })
  if (!choice) return { sources: [], stage: short }
  const { to, sources } = choice
  const wanted = sources.find(({ id }) => id === input.sourceId)
  // Another one than the person chose would be a surprise.
  const tried = wanted ? [wanted] : sources
  let problem: PayStage = short
  for (const source of tried) {
    try {
      const plan = await planFor(context, input, { exchange, chain, source, to })
      const fee = await feeOf(context, input)
      if (plan.problem) {
        problem = { status: 'short', of: 'fee', held: 0n, symbol: fee.symbol, decimals: fee.decimals }
        continue
      }
      return { sources, stage: { status: 'ready', way: { kind: 'swap', source, plan, fee }, held } }
    } catch (cause) {
      signal.throwIfAborted()
      const { code, reason = '' } = problemOf(cause)
      context.log.info(`${source.symbol} cannot be swapped for a payment`, cause)
      if (code === 'unavailable') return { sources, stage: { status: 'unknown', reason } }
    }
  }
  return { sources, stage: problem }
}

interface Tools {
  readonly exchange: Exchange
  readonly chain: SwapChain
}

async function findSources(
  context: KitContext,
  { order, subject, signal }: PrepareSwapInput,
  { exchange, chain }: Tools,
): Promise<{ readonly to: SwapToken; readonly sources: readonly Source[] } | undefined> {
  const tokens = await exchange.tokens(subject.networkId, { fresh: false })
  const isAsset = (token: SwapToken) =>
    order.token ? isSameAddress('eip155', token.address, order.token) : token.isNative
  const to = tokens.find(isAsset)
  if (!to) return undefined
  const others = await heldAmong(
    context,
    subject,
    tokens.filter((token) => !isAsset(token)),
  )
  const balances = await chain.balances(subject, others, signal)
  const price = others.some(({ isNative }) => isNative)
    ? await exchange.gasPrice(subject.networkId, signal)
    : 0n
  const sources = others.flatMap((token, index) => {
    const whole = balances[index] ?? 0n
    // The fees of all of it come out of the native coin.
    const kept = token.isNative ? price * limits.swapGasReserve : 0n
    const { id, symbol, decimals, iconUrl } = token
    return whole > kept ? [{ id, symbol, decimals, iconUrl, held: whole - kept, token }] : []
  })
  return { to, sources }
}

/** Those that the account holds, worth most first; the native coin is always looked at. */
async function heldAmong(
  context: KitContext,
  subject: Subject,
  tokens: readonly SwapToken[],
): Promise<readonly SwapToken[]> {
  const handle = await startFeature(context, feature)
  const { items = [] } = (await handle?.load(subject)) ?? {}
  const listed = items.flatMap((item) => {
    const address = tokenAddress(item)?.toLowerCase()
    const found = tokens.find((token) =>
      address === undefined ? token.isNative : token.address.toLowerCase() === address,
    )
    return found ? [found] : []
  })
  const native = tokens.filter(({ isNative }) => isNative)
  return [...new Set([...listed, ...native])].slice(0, mostSources)
}

/** A swap of as little as is sure to give what is missing. */
async function planFor(
  context: KitContext,
  { subject, asset, held, signal }: PrepareSwapInput,
  { exchange, chain, source, to }: Tools & { readonly source: Source; readonly to: SwapToken },
): Promise<SwapPlan> {
  const missing = asset.units - held
  const question = (amount: bigint): SwapQuestion => ({ ...subject, from: source.token, to, amount })
  // A market gives more for each of fewer, so a part of what all of it gives is never too little.
  let amount = source.held
  for (let round = 0; round < 3; round += 1) {
    const { amountOut } = await exchange.quote(question(amount), signal)
    const least = leastOf(amountOut, slippage)
    if (least < missing) break
    amount = (amount * missing + least - 1n) / least
  }
  const canBatch = async () => false
  const now = () => context.clock.now()
  for (let round = 0; round < 3; round += 1) {
    const bounded = amount > source.held ? source.held : amount
    const input = { question: question(bounded), slippage }
    const plan = await makePlan({ exchange, chain, canBatch, now }, input, signal)
    if (plan.minimum >= missing) return plan
    if (bounded === source.held) break
    // The price moved between the two; a little more makes up for it.
    amount = scaleAmount(bounded, { numerator: 1005n, denominator: 1000n }) + 1n
  }
  throw new SwapError({ code: 'balance' })
}

const feeOf = (context: KitContext, { order, subject, asset, signal }: PrepareSwapInput) =>
  estimateFee(context, {
    ...subject,
    transaction: { to: order.token ?? order.recipient, value: order.token ? 0n : asset.units },
    gas: transferGas,
    signal,
  })
