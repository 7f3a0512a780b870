/** Swap providers: 0x, 1inch and LI.FI. Each is its own wire; what comes out is the same. */
import type { NetworkId } from '@latchkey/spec/caip'
import * as v from 'valibot'
import { nativeToken } from '../chain/account.js'
import { bytes, chainAddress, type Hex } from '../chain/shapes.js'
import { refuse } from '../http/refusal.js'
import { askProvider, type ProviderInput } from '../prices/provider.js'
import { chainIdOf, percentText, type SwapProvider } from './provider.js'

export const swapProviderNames = ['0x', '1inch', 'lifi'] as const
export type SwapProviderName = (typeof swapProviderNames)[number]

/** An amount in base units: text, or a JSON number where a wire has one. */
const amount = v.pipe(
  v.union([v.string(), v.pipe(v.number(), v.safeInteger())]),
  v.transform(String),
  v.regex(/^(?:\d{1,78}|0x[0-9a-fA-F]{1,64})$/, 'Expected an amount'),
  v.transform((text) => BigInt(text)),
)
const callFields = { to: chainAddress, data: bytes, value: v.optional(amount, '0') }

const of = (...ids: readonly number[]): ReadonlySet<string> => new Set(ids.map(String))
const served: Readonly<Record<SwapProviderName, ReadonlySet<string>>> = {
  '0x': of(1, 10, 56, 137, 8453, 42161, 43114),
  '1inch': of(1, 10, 56, 100, 137, 8453, 42161, 43114),
  lifi: of(1, 10, 56, 100, 137, 8453, 42161, 43114),
}
/** The same on every network above; where it is another (eip155:324), the provider is not used. */
const contracts: Readonly<Record<SwapProviderName, Hex>> = {
  '0x': '0x0000000000001ff3684f28c67538d4d072c22734',
  '1inch': '0x111111125421ca6dc452d289314280a0f8842a65',
  lifi: '0x1231deb6f5749ef6ce6943a275a1d3e7486f4eae',
}

/** What a quote without a user is asked for. */
const anybody: Hex = '0x000000000000000000000000000000000000dead'

export function createSwapProvider(
  name: SwapProviderName,
  input: ProviderInput & { readonly key: string | undefined },
): SwapProvider {
  const common = {
    name,
    serves: (networkId: NetworkId) => served[name].has(chainIdOf(networkId)),
    spender: contracts[name],
    targets: new Set([contracts[name]]),
  }
  return { ...common, ...wires[name](input) }
}

type Wire = (
  input: ProviderInput & { readonly key: string | undefined },
) => Pick<SwapProvider, 'quote' | 'build'>

const query = (fields: Readonly<Record<string, string>>) => new URLSearchParams(fields).toString()
const noLiquidity = () => refuse('parameter', 'There is insufficient liquidity for this swap')

/** `allowance-holder` of version 2: a plain allowance, one transaction. */
const zeroEx: Wire = (input) => {
  const headers = { '0x-version': 'v2', ...(input.key ? { '0x-api-key': input.key } : {}) }
  const price = v.looseObject({ liquidityAvailable: v.boolean(), buyAmount: v.optional(amount, '0') })
  const quoted = v.looseObject({
    ...price.entries,
    transaction: v.optional(v.looseObject({ ...callFields, gas: v.nullish(amount) })),
  })
  const ask = <schema extends v.GenericSchema>(
    kind: 'price' | 'quote',
    fields: Readonly<Record<string, string>>,
    schema: schema,
    signal: AbortSignal | undefined,
  ) => {
    const url = `https://api.0x.org/swap/allowance-holder/${kind}?${query(fields)}`
    return askProvider(input, { provider: '0x', url, headers, schema, signal })
  }
  const fieldsOf = (networkId: NetworkId, question: { from: Hex; to: Hex; amount: bigint }) => ({
    chainId: chainIdOf(networkId),
    sellToken: question.from,
    buyToken: question.to,
    sellAmount: question.amount.toString(),
  })
  return {
    async quote(networkId, question, { signal }) {
      const told = await ask('price', fieldsOf(networkId, question), price, signal)
      if (!told.liquidityAvailable) throw noLiquidity()
      return told.buyAmount
    },
    async build(networkId, { user, slippage, ...question }, { signal }) {
      const fields = { ...fieldsOf(networkId, question), taker: user, slippageBps: slippage.toString() }
      const told = await ask('quote', fields, quoted, signal)
      if (!told.liquidityAvailable || !told.transaction) throw noLiquidity()
      const { to, data, value, gas } = told.transaction
      return { to, data, value, amountOut: told.buyAmount, gas: gas ?? 500_000n }
    },
  }
}

const oneInch: Wire = (input) => {
  const headers = input.key ? { authorization: `Bearer ${input.key}` } : {}
  const quoted = v.looseObject({ dstAmount: amount })
  const built = v.looseObject({
    dstAmount: amount,
    tx: v.looseObject({ ...callFields, gas: v.nullish(amount) }),
  })
  const url = (networkId: NetworkId, kind: string, fields: Readonly<Record<string, string>>) =>
    `https://api.1inch.dev/swap/v6.0/${chainIdOf(networkId)}/${kind}?${query(fields)}`
  const fieldsOf = ({ from, to, amount: units }: { from: Hex; to: Hex; amount: bigint }) => ({
    src: from,
    dst: to,
    amount: units.toString(),
  })
  return {
    async quote(networkId, question, { signal }) {
      const asked = { provider: '1inch', url: url(networkId, 'quote', fieldsOf(question)), headers, signal }
      return (await askProvider(input, { ...asked, schema: quoted })).dstAmount
    },
    async build(networkId, { user, slippage, ...question }, { signal }) {
      const fields = {
        ...fieldsOf(question),
        from: user,
        origin: user,
        slippage: percentText(slippage),
        disableEstimate: 'true',
      }
      const asked = { provider: '1inch', url: url(networkId, 'swap', fields), headers, signal }
      const { dstAmount, tx } = await askProvider(input, { ...asked, schema: built })
      return { to: tx.to, data: tx.data, value: tx.value, amountOut: dstAmount, gas: tx.gas || 500_000n }
    },
  }
}

const lifi: Wire = (input) => {
  const headers: Record<string, string> = input.key ? { 'x-lifi-api-key': input.key } : {}
  const quoted = v.looseObject({
    estimate: v.looseObject({ toAmount: amount }),
    transactionRequest: v.looseObject({ ...callFields, gasLimit: v.nullish(amount) }),
  })
  // Its own word for the native coin.
  const token = (address: Hex) => (address === nativeToken ? `0x${'0'.repeat(40)}` : address)
  const ask: SwapProvider['build'] = async (networkId, { user, slippage, ...question }, { signal }) => {
    const fields = {
      fromChain: chainIdOf(networkId),
      toChain: chainIdOf(networkId),
      fromToken: token(question.from),
      toToken: token(question.to),
      fromAmount: question.amount.toString(),
      fromAddress: user,
      // A share of one: a hundredth of a percent is 0.0001.
      slippage: `0.${slippage.toString().padStart(4, '0')}`,
    }
    const url = `https://li.quest/v1/quote?${query(fields)}`
    const told = await askProvider(input, { provider: 'lifi', url, headers, schema: quoted, signal })
    const { to, data, value, gasLimit } = told.transactionRequest
    return { to, data, value, amountOut: told.estimate.toAmount, gas: gasLimit ?? 500_000n }
  }
  return {
    quote: async (networkId, question, options) =>
      (await ask(networkId, { ...question, user: anybody, slippage: 100n }, options)).amountOut,
    build: ask,
  }
}

const wires: Readonly<Record<SwapProviderName, Wire>> = { '0x': zeroEx, '1inch': oneInch, lifi }
