/** Swaps: what can be asked, what is shown, and that nothing else is ever signed. */
import { limits } from '@latchkey/spec/limits'
import { describe, expect, test } from 'vitest'
import { nativeAddress } from './nativeAddress.js'
import { createRules, createTestExchange, places, type Rules } from './testExchange.js'

const dollars = { from: 'USDC', to: 'DAI', amount: '100' }
const amount = 100_000_000n

async function shown(rules: Partial<Rules> = {}) {
  const world = await createTestExchange({ ...createRules(), ...rules })
  world.swaps.show()
  await world.clock.advanceAsync(0)
  return world
}

async function previewed(rules: Partial<Rules> = {}, choice = dollars) {
  const world = await shown(rules)
  await world.type(choice)
  world.swaps.preview()
  await world.clock.advanceAsync(0)
  return world
}

describe('the form', () => {
  test('[S7-07] starts from the native coin, and says what is missing next', async () => {
    const { state, swaps, type, clock } = await shown()
    expect(state().from).toMatchObject({ symbol: 'ETH', isNative: true })
    const need = () => swaps.needOf(state())
    expect(need()).toBe('token')
    await type({ to: 'DAI' })
    expect(need()).toBe('amount')
    await type({ from: places.usdc, amount: '0.0000001' })
    expect(need()).toBe('amount-invalid')
    await type({ amount: '1000.000001' })
    expect(need()).toBe('balance')
    swaps.choose({ amount: '1000' })
    expect(need()).toBe('quote')
    await clock.advanceAsync(limits.swapTypingPause)
    expect(need()).toBe('ready')
  })

  test('[S7-06] asks for a quote of exact units, as the account that signs', async () => {
    const { type, asked, state } = await shown()
    await type(dollars)
    const [call] = asked('/quotes')
    expect(Object.fromEntries(new URL(call?.url ?? '').searchParams)).toMatchObject({
      amount: '100000000',
      from: `eip155:1:${places.usdc}`,
      to: `eip155:1:${places.dai}`,
      userAddress: `eip155:1:${places.user}`,
    })
    expect(state().quote.quote).toMatchObject({ amountOut: 200_000_000n, priceImpact: '0.1' })
  })

  test('choosing the token of the other side, or flipping, turns the swap round', async () => {
    const { swaps, state, type } = await shown()
    await type(dollars)
    swaps.choose({ from: 'DAI' })
    expect([state().from?.symbol, state().to?.symbol]).toEqual(['DAI', 'USDC'])
    await type({ from: 'USDC', to: 'DAI', amount: '100' })
    swaps.flip()
    expect([state().from?.symbol, state().to?.symbol]).toEqual(['DAI', 'USDC'])
    // What would have arrived goes in.
    expect(state().amount).toBe('0.0000000002')
  })

  test('[S9-08] all of the native coin leaves room for the fee', async () => {
    const { swaps, state } = await shown()
    await swaps.chooseMax()
    expect(state().amount).toBe('0.999999999995')
    swaps.choose({ from: 'USDC' })
    await swaps.chooseMax()
    expect(state().amount).toBe('1000')
  })

  test('[D-13] all of it falls back to the balance that is shown, and says what cannot be read', async () => {
    const { swaps, state, rules, type } = await shown()
    await type({ from: 'USDC' })
    rules.hasBalances = false
    expect(await swaps.chooseMax()).toBeUndefined()
    expect(state().amount).toBe('1000')
    // Of the native coin nobody knows what to keep back without a gas price.
    await type({ from: 'ETH', amount: '' })
    rules.hasGasPrice = false
    expect(await swaps.chooseMax()).toMatchObject({ code: 'gas-price-unsupported' })
    expect(state().amount).toBe('')
  })

  test('[D-13] all of a token whose balance nobody ever told is no amount', async () => {
    const { swaps, state, type } = await shown({ hasBalances: false })
    await type({ from: 'USDC' })
    expect(await swaps.chooseMax()).toMatchObject({ code: 'unavailable' })
    expect(state().amount).toBe('')
  })

  test('[S9-07] [D-16] slippage is 1 %, and may be 0.1 to 5', async () => {
    const { swaps, state } = await shown()
    expect(state().slippage).toBe('1')
    for (const wrong of ['0', '0.09', '5.01', '-1', 'x', '']) {
      expect(swaps.setSlippage(wrong)).toMatchObject({ code: 'slippage-invalid' })
    }
    expect(state().slippage).toBe('1')
    for (const fine of ['0.1', '5', '2.5']) expect(swaps.setSlippage(fine)).toBeUndefined()
    expect(state().slippage).toBe('2.5')
  })

  test('[S8-03] [D-17] a network that the gateway cannot quote has no swaps', async () => {
    const { state, swaps } = await shown({ isServed: false })
    expect(state().list).toMatchObject({ status: 'failed', problem: { code: 'unsupported' } })
    expect(swaps.needOf(state())).toBe('unsupported')
  })

  test('[D-13] a gateway that is down is not a network without swaps, and is asked again', async () => {
    const rules = { ...createRules(), isDown: true }
    const { state, swaps, clock } = await createTestExchange(rules)
    swaps.show()
    await clock.advanceAsync(limits.httpTimeout)
    expect(state().list).toMatchObject({ status: 'failed', problem: { code: 'unavailable' } })
    rules.isDown = false
    swaps.retry()
    await clock.advanceAsync(0)
    expect(state().list.status).toBe('ready')
  })

  test('too little liquidity is said as such', async () => {
    const { state, type } = await shown({ hasLiquidity: false })
    await type(dollars)
    expect(state().quote).toMatchObject({ status: 'failed', problem: { code: 'no-liquidity' } })
  })

  test('[D-11] another account starts over', async () => {
    const { state, type, wallet, clock } = await shown()
    await type(dollars)
    wallet.changeAccounts([places.thief])
    await clock.advanceAsync(0)
    expect(state()).toMatchObject({ subject: { address: places.thief }, amount: '', to: undefined })
  })

  test('another network keeps what was chosen, as far as it is there, and so does the way back', async () => {
    const { state, swaps, type, wallet, clock } = await shown()
    const move = async (networkId: 'eip155:1' | 'eip155:10') => {
      wallet.changeNetwork(networkId)
      await clock.advanceAsync(300)
    }
    swaps.setSlippage('2')
    await type({ from: 'ETH', to: 'USDC', amount: '0.25' })
    await move('eip155:10')
    expect(state()).toMatchObject({
      subject: { networkId: 'eip155:10' },
      from: { id: `eip155:10:${nativeAddress}` },
      to: { id: `eip155:10:${places.usdc}` },
      amount: '0.25',
      slippage: '2',
      plan: { status: 'none' },
    })
    await move('eip155:1')
    await type(dollars)
    await move('eip155:10')
    // There is no DAI there; the rest stays.
    expect(state()).toMatchObject({ from: { symbol: 'USDC' }, to: undefined, amount: '100' })
  })

  test('[D-14] so much of a token that a network does not have is not so much of its coin', async () => {
    const { state, type, wallet, clock } = await shown()
    await type({ from: 'DAI', to: 'USDC', amount: '100' })
    wallet.changeNetwork('eip155:10')
    await clock.advanceAsync(300)
    expect(state()).toMatchObject({ from: { symbol: 'ETH' }, to: { symbol: 'USDC' }, amount: '' })
    await type({ from: 'NOPE', amount: '7' })
    expect(state()).toMatchObject({ from: { symbol: 'ETH' }, amount: '' })
  })
})

describe('the preview', () => {
  test('[D-16] shows what will be signed: amount, least, approval, fee', async () => {
    const { state } = await previewed()
    expect(state().plan).toMatchObject({
      status: 'ready',
      plan: {
        amountOut: 200_000_000n,
        minimum: 198_000_000n,
        isHeld: true,
        slippage: '1',
        approvals: [{ to: places.usdc, value: 0n }],
        swap: { to: places.router, value: 0n },
        canBatch: false,
        problem: undefined,
      },
    })
  })

  test('[D-16] the native coin is sent along and needs no approval', async () => {
    const { state } = await previewed({}, { from: 'ETH', to: 'DAI', amount: '0.5' })
    const { plan } = state().plan
    expect(plan).toMatchObject({ approvals: [], swap: { value: 5n * 10n ** 17n } })
  })

  test.each<[string, Partial<Rules>]>([
    ['pays somebody else', { recipient: places.thief }],
    ['allows less than the slippage says', { least: (out) => (out * 98n) / 100n }],
    ['has somebody else approved', { spender: places.thief }],
    ['has more approved', { approved: () => 2n ** 256n - 1n }],
    ['can be neither read nor tried', { data: '0x12345678', canSimulate: false }],
    [
      'cannot be read and calls a token',
      { data: '0x12345678', target: places.wrapped, spender: places.wrapped },
    ],
    [
      'cannot be read and gives an approval',
      { data: '0x095ea7b3', target: places.thief, spender: places.thief },
    ],
    ['may give nothing', { least: () => 0n, promised: () => 0n, rate: 0n }],
  ])('[D-16] a transaction that %s is refused before anybody is asked', async (_, rules) => {
    const { state, swaps, sent } = await previewed(rules)
    expect(state().plan).toMatchObject({ status: 'failed', problem: { code: 'wrong-transaction' } })
    await swaps.confirm()
    expect(sent).toEqual([])
  })

  test.each<[string, Partial<Rules>]>([
    ['it can be read', { least: () => 1n }],
    ['it can only be tried', { data: '0x12345678' }],
  ])('[D-16] what is built for less than the quote allows is not shown for signing: %s', async (_, rules) => {
    const world = await previewed({ ...rules, promised: (out) => (out * 98n) / 100n })
    const { state, swaps, sent, clock } = world
    expect(state().plan).toMatchObject({
      status: 'failed',
      problem: { code: 'price-moved' },
      plan: undefined,
    })
    await swaps.confirm()
    expect(sent).toEqual([])
    // Both are asked for again by themselves.
    Object.assign(world.rules, createRules())
    await clock.advanceAsync(limits.swapQuoteRefresh)
    expect(state().plan).toMatchObject({ status: 'ready', plan: { minimum: 198_000_000n } })
  })

  test('[D-16] calldata that cannot be read is tried, and the person can tell', async () => {
    const { state } = await previewed({ data: '0x12345678' })
    expect(state().plan.plan).toMatchObject({ isHeld: false, minimum: 198_000_000n })
  })

  test('[S8-03] a network without a gas price says so', async () => {
    const { state } = await previewed({ hasGasPrice: false })
    expect(state().plan.problem?.code).toBe('gas-price-unsupported')
  })

  test('too little for the fee is shown, and not signed', async () => {
    const { state, swaps, sent } = await previewed({ native: 10n })
    expect(state().plan.plan?.problem?.code).toBe('gas-funds')
    await swaps.confirm()
    expect(sent).toEqual([])
  })

  test('[D-16] is renewed while it is shown; a price worse than the least has to be accepted', async () => {
    const { state, rules, swaps, clock, sent } = await previewed()
    rules.rate = 199n
    await clock.advanceAsync(limits.swapQuoteRefresh)
    expect(state().plan).toMatchObject({ plan: { amountOut: 199_000_000n }, isWorse: false })
    rules.rate = 150n
    await clock.advanceAsync(limits.swapQuoteRefresh)
    expect(state().plan).toMatchObject({ plan: { amountOut: 150_000_000n }, isWorse: true })
    await swaps.confirm()
    expect(sent).toEqual([])
    swaps.accept()
    await swaps.confirm()
    expect(sent).toHaveLength(2)
  })
})

describe('a preview that cannot be renewed', () => {
  /** How long the gateway is asked before it counts as silent. */
  const silence = limits.swapAnswer

  test('[D-16] stays while it holds, and says that nobody answers when it has ended', async () => {
    const { state, rules, clock } = await previewed()
    rules.isDown = true
    await clock.advanceAsync(limits.swapQuoteRefresh + limits.swapQuoteMargin)
    expect(state().plan).toMatchObject({ status: 'ready', plan: { minimum: 198_000_000n } })
    await clock.advanceAsync(limits.swapQuoteLife + silence)
    expect(state().plan).toMatchObject({
      status: 'failed',
      plan: undefined,
      problem: { code: 'unavailable' },
    })
  })

  test('does not stay when its approval has been sent: nobody is asked for the same approval twice', async () => {
    const { state, rules, clock, swaps, sent } = await previewed()
    rules.granted = (units) => {
      // The network has it, and then nobody answers any more; the price would not do either.
      rules.isDown = true
      rules.rate = 190n
      return units
    }
    await swaps.confirm()
    await clock.advanceAsync(silence)
    expect(sent).toHaveLength(1)
    expect(state().progress.status).toBe('failed')
    expect(state().plan).toMatchObject({ status: 'failed', plan: undefined })
  })

  test('[D-16] is remembered: a worse price behind the failure has to be accepted all the same', async () => {
    const { state, rules, clock, swaps, sent } = await previewed()
    rules.isDown = true
    await clock.advanceAsync(limits.swapQuoteRefresh + limits.swapQuoteLife + silence)
    expect(state().plan.plan).toBeUndefined()
    Object.assign(rules, { isDown: false, rate: 150n })
    swaps.retry()
    await clock.advanceAsync(0)
    expect(state().plan).toMatchObject({ plan: { amountOut: 150_000_000n }, isWorse: true })
    // Not by failing once more either.
    rules.hasLiquidity = false
    await clock.advanceAsync(limits.swapQuoteRefresh)
    expect(state().plan).toMatchObject({ plan: undefined, problem: { code: 'no-liquidity' } })
    rules.hasLiquidity = true
    swaps.retry()
    await clock.advanceAsync(0)
    expect(state().plan.isWorse).toBe(true)
    await swaps.confirm()
    expect(sent).toEqual([])
    swaps.accept()
    await clock.advanceAsync(limits.swapQuoteRefresh)
    expect(state().plan).toMatchObject({ plan: { amountOut: 150_000_000n }, isWorse: false })
  })

  test('[D-16] a first plan that is worse than what the form has shown has to be accepted', async () => {
    const { state, rules, clock, swaps, type } = await shown()
    await type(dollars)
    expect(state().quote.quote?.amountOut).toBe(200_000_000n)
    rules.rate = 190n
    swaps.preview()
    await clock.advanceAsync(0)
    expect(state().plan).toMatchObject({ plan: { amountOut: 190_000_000n }, isWorse: true })
  })
})

describe('carrying it out', () => {
  test('[D-16] approves exactly the amount, then swaps what was shown', async () => {
    const { state, swaps, sent } = await previewed()
    const { plan } = state().plan
    await swaps.confirm()
    expect(sent).toMatchObject([
      { to: places.usdc, value: 0n },
      { to: places.router, data: plan?.swap.data, value: 0n },
    ])
    expect(BigInt(`0x${String(sent[0]?.['data']).slice(-64)}`)).toBe(amount)
    expect(state().progress).toMatchObject({ status: 'done' })
    expect(state().unfinished).toBeUndefined()
  })

  test('[D-16] a price that moved beyond the slippage is found out before the wallet is asked', async () => {
    const { state, rules, swaps, sent, clock } = await previewed()
    rules.rate = 190n
    await swaps.confirm()
    expect(sent).toEqual([])
    expect(state().progress).toMatchObject({ status: 'failed', problem: { code: 'price-moved' } })
    await clock.advanceAsync(0)
    expect(state().plan).toMatchObject({ isWorse: true, plan: { amountOut: 190_000_000n } })
  })

  test('[D-16] so is one that moved while the approval was mined; what is approved is kept for another try', async () => {
    const { state, rules, swaps, sent, clock } = await previewed({ granted: (units) => units })
    rules.granted = (units) => {
      rules.rate = 190n
      return units
    }
    await swaps.confirm()
    expect(sent).toHaveLength(1)
    expect(state().progress).toMatchObject({ problem: { code: 'price-moved' } })
    await clock.advanceAsync(0)
    expect(state().unfinished).toMatchObject({ isApproved: true, amount: '100000000' })
    expect(state().plan.plan?.approvals).toEqual([])
  })

  test('[D-16] less approved than asked for is noticed', async () => {
    const { state, swaps, sent } = await previewed({ granted: () => 5n })
    await swaps.confirm()
    expect(sent).toHaveLength(1)
    expect(state().progress).toMatchObject({ problem: { code: 'allowance' } })
  })

  test('[S8-32] a refusal says which question was refused', async () => {
    const { state, swaps, whenAsked } = await previewed()
    whenAsked(async () => {
      throw Object.assign(new Error('User rejected the request.'), { code: 4001 })
    })
    await swaps.confirm()
    expect(state().progress).toMatchObject({ status: 'failed', problem: { code: 'approval-rejected' } })
  })

  test('[D-11] another account in the middle ends it, and nothing more is asked', async () => {
    const { state, swaps, sent, whenAsked, wallet, clock } = await previewed()
    let go = () => {}
    whenAsked(
      () =>
        new Promise((resolve) => {
          go = resolve
        }),
    )
    const done = swaps.confirm()
    await clock.advanceAsync(0)
    wallet.changeAccounts([places.thief])
    go()
    await done
    expect(sent.length).toBeLessThanOrEqual(1)
    expect(state()).toMatchObject({ progress: { status: 'idle' }, subject: { address: places.thief } })
  })

  test('a reload between approval and swap: the approval is found again, and forgotten when it was used', async () => {
    const world = await previewed()
    let asked = 0
    world.whenAsked(async () => {
      asked += 1
      if (asked === 2) throw Object.assign(new Error('gone'), { code: 4001 })
    })
    await world.swaps.confirm()
    expect(world.state().progress).toMatchObject({ problem: { code: 'swap-rejected' } })
    const stored = [...world.storage.values].find(([key]) => key.endsWith('unfinished-swap'))
    expect(JSON.parse(stored?.[1] ?? '{}')).toMatchObject({ version: 1, data: { amount: '100000000' } })
    await world.clock.advanceAsync(0)
    world.swaps.reset()
    world.swaps.resume()
    expect(world.state()).toMatchObject({ amount: '100', from: { symbol: 'USDC' }, to: { symbol: 'DAI' } })
    world.swaps.dismiss()
    expect([...world.storage.values].some(([key]) => key.endsWith('unfinished-swap'))).toBe(false)
  })

  test('[D-16] a stored slippage that is out of bounds is not taken', async () => {
    const { swaps, state, whenAsked, storage, clock } = await previewed()
    let asked = 0
    whenAsked(async () => {
      asked += 1
      if (asked === 2) throw Object.assign(new Error('gone'), { code: 4001 })
    })
    await swaps.confirm()
    for (const [key, text] of storage.values)
      if (key.endsWith('unfinished-swap'))
        storage.values.set(key, text.replace('"slippage":"1"', '"slippage":"99"'))
    swaps.cancel()
    await clock.advanceAsync(0)
    expect(state().unfinished?.slippage).toBe('99')
    swaps.resume()
    expect(state()).toMatchObject({ slippage: '1', amount: '100' })
  })

  test('[S9-12] a swap that was sped up ended as its twin did', async () => {
    const twin = { replacement: 'sped-up', replacedBy: '0xbb' } as const
    const coin = { from: 'ETH', to: 'DAI', amount: '0.5' }
    const fine = await previewed({ ending: { ...twin, status: 'replaced' } }, coin)
    await fine.swaps.confirm()
    expect(fine.state().progress).toMatchObject({ status: 'done', hash: '0xbb' })
    const bad = await previewed({ ending: { ...twin, status: 'failed', error: 'reverted' } }, coin)
    await bad.swaps.confirm()
    expect(bad.state().progress).toMatchObject({ status: 'failed', problem: { code: 'swap-failed' } })
    const other = await previewed({ ending: { status: 'replaced', replacement: 'cancelled' } }, coin)
    await other.swaps.confirm()
    expect(other.state().progress).toMatchObject({ status: 'failed', problem: { code: 'swap-dropped' } })
  })

  test('[S5-12] one bundle where the wallet is atomic, and two steps where it refuses after all', async () => {
    const capabilities = { 'eip155:1': { atomic: { status: 'supported' } } }
    const world = await previewed({ capabilities })
    expect(world.state().plan.plan?.canBatch).toBe(true)
    const bundles: unknown[] = []
    Object.assign(world.context, {
      sendCalls: async (input: unknown) => {
        bundles.push(input)
        return 'bundle'
      },
    })
    await world.swaps.confirm()
    expect(bundles).toMatchObject([{ isAtomic: true, calls: [{ to: places.usdc }, { to: places.router }] }])
    expect(world.sent).toEqual([])

    const other = await previewed({ capabilities })
    Object.assign(other.context, {
      sendCalls: async () => {
        throw Object.assign(new Error('not here'), { code: 5760 })
      },
    })
    await other.swaps.confirm()
    expect(other.sent).toHaveLength(2)
    expect(other.state().progress).toMatchObject({ status: 'done' })
  })
})

test('a kit that is destroyed leaves no timer behind', async () => {
  const { kit, clock } = await previewed()
  kit.destroy()
  expect(clock.pending).toBe(0)
})
