/** For tests: an account, a gateway that quotes, and a chain on which what was quoted happens, or something else. */
import { accountId, type NetworkId } from '@latchkey/spec/caip'
import type { Adapter, Simulation } from '../../adapter.js'
import type { TransactionRequest } from '../../connector.js'
import { startFeature } from '../../feature.js'
import type { FakeAnswer, FakeCall } from '../../testing/createFakeFetch.js'
import { createFakeAdapter, createFakeWallet, createTestKit, fakeNetwork } from '../../testing/index.js'
import { swaps as feature } from '../onDemand.js'
import type { FollowedTransaction } from '../transactions/followed.js'
import { nativeAddress } from './nativeAddress.js'
import { approvalData } from './readCalldata.js'
import type { Hex } from './types.js'

/** `swapExactTokensForTokens` and `swapExactETHForTokens`; the reader's own test holds them against viem. */
const selectors = { token: '38ed1739', native: '7ff36ab5' } as const
const word = (value: bigint | Hex) => BigInt(value).toString(16).padStart(64, '0')

export const places = {
  user: `0x${'a1'.padStart(40, '0')}`,
  router: `0x${'b'.repeat(40)}`,
  wrapped: `0x${'c'.repeat(40)}`,
  usdc: `0x${'1'.repeat(40)}`,
  dai: `0x${'2'.repeat(40)}`,
  thief: `0x${'f'.repeat(40)}`,
} as const satisfies Record<string, Hex>

const network: NetworkId = 'eip155:1'
const idOf = (address: string, networkId = network) => accountId({ networkId, address })
const refusal = (field: string, description: string): FakeAnswer => ({
  status: 400,
  json: { status: 'FAILED', reasons: [{ field, description }] },
})

const wordsIn = (data: string): readonly bigint[] =>
  (data.slice(10).match(/.{64}/g) ?? []).map((digits) => BigInt(`0x${digits}`))

/** As wide as its type, so that a test may put another in its place. */
const own = <T = Hex>(value: T): T => value

/** Everything a test may bend. */
export function createRules() {
  return {
    /** What arrives for one unit, in hundredths. */
    rate: 200n,
    /** How the calldata of a swap is written. */
    recipient: own(places.user),
    least: (out: bigint, slippage: number): bigint => (out * BigInt(1000 - slippage * 10)) / 1000n,
    spender: own(places.router),
    approved: (amount: bigint): bigint => amount,
    /** What the gateway says that the swap it built gives. */
    promised: (out: bigint): bigint => out,
    target: own(places.router),
    /** Replaces the calldata altogether. */
    data: own<Hex | undefined>(undefined),
    balance: 1_000_000_000n,
    native: 10n ** 18n,
    allowance: 0n,
    /** What the wallet approves, whatever it is asked. */
    granted: (amount: bigint): bigint => amount,
    /** What the transaction centre says of whatever was sent. */
    ending: {} as Partial<FollowedTransaction>,
    canSimulate: true,
    /** Whether the chain tells balances. */
    hasBalances: true,
    isServed: true,
    hasGasPrice: true,
    hasLiquidity: true,
    isDown: false,
    capabilities: {} as Readonly<Record<string, unknown>>,
  }
}
export type Rules = ReturnType<typeof createRules>

const token = (networkId: NetworkId) => (symbol: string, address: string, decimals: number) => ({
  name: symbol,
  symbol,
  address: idOf(address, networkId),
  decimals,
  logoUri: null,
  eip2612: false,
})

export async function createTestExchange(rules: Rules = createRules()) {
  const chain: Partial<ReturnType<Adapter['start']>> = {
    async simulate({ calls, tokens }) {
      if (!rules.canSimulate || !rules.hasBalances) return undefined
      const outcome = run(calls)
      if (!outcome.isSuccess) return outcome
      const order = [places.usdc, places.dai] as readonly string[]
      return { ...outcome, tokens: tokens.flatMap((each) => outcome.tokens[order.indexOf(each)] ?? []) }
    },
    async readContract({ call }) {
      if (!rules.hasBalances) throw new Error('no answer')
      return call.functionName === 'allowance' ? rules.allowance : rules.balance
    },
    async getBalance() {
      if (!rules.hasBalances) throw new Error('no answer')
      return { value: rules.native, decimals: 18, symbol: 'ETH' }
    },
    getFee: async ({ gas = 100n }) => ({ gas, likely: gas * 10n, most: gas * 20n, fields: { gas } }),
  }

  const wallet = createFakeWallet({ accounts: [places.user, places.thief], networkId: network })
  const fakeAdapter = createFakeAdapter({ wallets: [wallet] })
  const start: Adapter['start'] = (lent) => ({ ...fakeAdapter.start(lent), ...chain })
  const world = createTestKit({
    wallets: [wallet],
    adapters: [{ ...fakeAdapter, start }],
    networks: [fakeNetwork(), fakeNetwork({ reference: '10' })],
    gatewayUrl: 'https://gateway.test',
    features: { analytics: false },
  })
  const outOf = (amount: bigint) => (amount * rules.rate) / 100n
  const swapped = (amount: bigint, slippage: number, isNative: boolean): Hex => {
    if (rules.data) return rules.data
    const least = rules.least(outOf(amount), slippage)
    const deadline = BigInt(Math.floor(world.clock.now() / 1000) + 1200)
    const rest = [rules.recipient, deadline, 2n, isNative ? places.wrapped : places.usdc, places.dai]
    const words = isNative ? [least, 0x80n, ...rest] : [amount, least, 0xa0n, ...rest]
    return `0x${selectors[isNative ? 'native' : 'token']}${words.map(word).join('')}`
  }

  world.fetch.always(({ url, body }: FakeCall): FakeAnswer => {
    if (rules.isDown) return 'unreachable'
    const { pathname, searchParams } = new URL(url)
    const amount = BigInt(searchParams.get('amount') ?? '0')
    switch (pathname) {
      case '/v1/convert/tokens': {
        const here = (searchParams.get('chainId') ?? network) as NetworkId // ours
        if (!rules.isServed) return refusal('chainId', 'Chain ID is not supported')
        const on = token(here)
        const [coin, usdc] = [on('ETH', nativeAddress, 18), on('USDC', places.usdc, 6)]
        const others = [on('DAI', places.dai, 18), on('WETH', places.wrapped, 18)]
        return { json: { tokens: here === network ? [coin, usdc, ...others] : [coin, usdc] } }
      }
      case '/v1/convert/quotes': {
        if (!rules.hasLiquidity) return refusal('', 'There is insufficient liquidity for this swap')
        const toAmount = outOf(amount).toString()
        return { json: { quotes: [{ id: null, toAmount, priceImpact: '0.1' }] } }
      }
      case '/v1/convert/gas-price':
        return rules.hasGasPrice ? { json: { standard: '10' } } : refusal('chainId', 'not supported')
      case '/v1/convert/build-transaction': {
        const asked = body as { amount: string; from: string; eip155: { slippage: number } } // ours
        const units = BigInt(asked.amount)
        const isNative = asked.from.toLowerCase().endsWith(nativeAddress)
        const data = swapped(units, asked.eip155.slippage, isNative)
        const told = rules.promised(outOf(units)).toString()
        return { json: { tx: { from: idOf(places.user), to: idOf(rules.target), data, amount: told } } }
      }
      case '/v1/convert/build-approve': {
        const data = approvalData(rules.spender, rules.approved(amount))
        return { json: { tx: { from: idOf(places.usdc), to: idOf(places.usdc), data } } }
      }
      default:
        return { status: 404 }
    }
  })

  /** What calls do to a copy of the world. */
  function run(calls: readonly TransactionRequest[]): Simulation {
    let { allowance, balance, native } = rules
    let dai = 0n
    for (const [failedAt, { to, data, value }] of calls.entries()) {
      const sent = typeof value === 'bigint' ? value : 0n
      native -= sent
      if (to === places.usdc) {
        allowance = BigInt(`0x${String(data).slice(-64)}`)
        continue
      }
      if (rules.data) {
        balance -= allowance
        dai += outOf(allowance)
        continue
      }
      const isNative = String(data).startsWith(`0x${selectors.native}`)
      const [first = 0n, second = 0n] = wordsIn(String(data))
      const [amount, least] = isNative ? [sent, first] : [first, second]
      const out = outOf(amount)
      if (out < least || (!isNative && allowance < amount))
        return { isSuccess: false, failedAt, reason: undefined }
      if (!isNative) balance -= amount
      dai += out
    }
    const change = (before: bigint, after: bigint) => ({ before, after })
    const tokens = { [places.usdc]: change(rules.balance, balance), [places.dai]: change(0n, dai) }
    return { isSuccess: true, native: change(rules.native, native), tokens: Object.values(tokens) }
  }

  // At hand, so that moving the clock is all that a test waits for.
  await Promise.all([
    world.context.services.api(),
    world.context.services.queries(),
    import('./makePlan.js'),
    import('./carryOut.js'),
  ])
  await world.kit.connect({ connectorId: 'fake' })
  const swaps = await startFeature(world.context, feature)
  if (!swaps) throw new Error('the feature did not start')

  /** What the wallet was asked to send, oldest first; the next answer may be bent by the test. */
  const sent: TransactionRequest[] = []
  let answer = async (): Promise<void> => {}
  Object.assign(world.context, {
    async sendTransaction({ transaction }: { transaction: TransactionRequest }) {
      await answer()
      sent.push(transaction)
      if (transaction.to === places.usdc) {
        rules.allowance = rules.granted(BigInt(`0x${String(transaction.data).slice(-64)}`))
      }
      return `0x${sent.length.toString(16).padStart(64, '0')}`
    },
    getCapabilities: async () => rules.capabilities,
    transactions: async () => ({
      follow: ({ hash }: { hash: string }) => ({ id: hash }),
      // What is read of it.
      settled: async (hash: string) =>
        ({ hash, status: 'confirmed', ...rules.ending }) as FollowedTransaction,
    }),
  })

  return {
    ...world,
    rules,
    wallet,
    swaps,
    sent,
    state: () => swaps.store.get(),
    /** The next questions to the wallet wait for this. */
    whenAsked(run: () => Promise<void>) {
      answer = run
    },
    /** What the gateway was asked at a path. */
    asked: (path: string) => world.fetch.calls.filter(({ url }) => new URL(url).pathname.endsWith(path)),
    async type(choice: { from?: string; to?: string; amount?: string }) {
      swaps.choose(choice)
      await world.clock.advanceAsync(300)
    },
  }
}
