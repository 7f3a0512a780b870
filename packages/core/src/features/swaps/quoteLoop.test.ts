/** Quotes: asked when typing pauses, renewed while somebody looks and before they end, never an answer to an old question. */
import { accountId, asAddress } from '@latchkey/spec/caip'
import { limits, seconds } from '@latchkey/spec/limits'
import { expect, test } from 'vitest'
import { createFakeClock } from '../../testing/index.js'
import { createQuoteLoop, type QuoteState } from './quoteLoop.js'
import { SwapError, type SwapQuestion, type SwapQuote, type SwapToken } from './types.js'

const token = (digit: string): SwapToken => ({
  id: accountId({ networkId: 'eip155:1', address: `0x${digit.repeat(40)}` }),
  address: asAddress(`0x${digit.repeat(40)}`),
  name: digit,
  symbol: digit,
  decimals: 18,
  iconUrl: undefined,
  isNative: false,
})
const question = (amount: bigint): SwapQuestion => ({
  networkId: 'eip155:1',
  address: asAddress(`0x${'a'.repeat(40)}`),
  from: token('1'),
  to: token('2'),
  amount,
})

function create({ life = seconds(30) } = {}) {
  const clock = createFakeClock()
  const asked: {
    amount: bigint
    signal: AbortSignal
    answer(out?: bigint): void
    fail(cause: unknown): void
  }[] = []
  let state: QuoteState | undefined
  let isSeen = true
  const wakes = new Set<() => void>()
  const loop = createQuoteLoop({
    clock,
    isVisible: () => isSeen,
    onWake(listener) {
      wakes.add(listener)
      return () => wakes.delete(listener)
    },
    put: (next) => {
      state = next
    },
    ask: (own, signal) =>
      new Promise<SwapQuote>((resolve, reject) => {
        asked.push({
          amount: own.amount,
          signal,
          answer: (amountOut = own.amount) =>
            resolve({ question: own, amountOut, priceImpact: '0', expiresAt: clock.now() + life }),
          fail: reject,
        })
      }),
  })
  return {
    loop,
    clock,
    asked,
    state: () => state,
    see(value: boolean) {
      isSeen = value
      for (const wake of [...wakes]) wake()
    },
    wakes,
  }
}

test('[S7-06] typing is quoted once, when it pauses', async () => {
  const { loop, clock, asked, state } = create()
  loop.show()
  for (const amount of [1n, 12n, 123n]) {
    loop.change(question(amount))
    await clock.advanceAsync(limits.swapTypingPause - 1)
  }
  expect(asked).toHaveLength(0)
  expect(state()?.status).toBe('loading')
  await clock.advanceAsync(1)
  expect(asked.map(({ amount }) => amount)).toEqual([123n])
  asked[0]?.answer(7n)
  await clock.advanceAsync(0)
  expect(state()).toMatchObject({ status: 'ready', quote: { amountOut: 7n } })
  loop.stop()
})

test('[S7-06] an answer to an earlier question is dropped, and its request ended', async () => {
  const { loop, clock, asked, state } = create()
  loop.show()
  loop.change(question(1n))
  await clock.advanceAsync(limits.swapTypingPause)
  loop.change(question(2n))
  expect(asked[0]?.signal.aborted).toBe(true)
  asked[0]?.answer(111n)
  await clock.advanceAsync(limits.swapTypingPause)
  expect(state()).toMatchObject({ status: 'loading', quote: undefined })
  asked[1]?.answer(222n)
  await clock.advanceAsync(0)
  expect(state()).toMatchObject({ status: 'ready', quote: { amountOut: 222n } })
  loop.stop()
})

test('[D-16] a quote is renewed while somebody looks, before it ends, without going away in between', async () => {
  const { loop, clock, asked, state } = create({ life: seconds(9) })
  loop.show()
  loop.change(question(1n))
  await clock.advanceAsync(limits.swapTypingPause)
  asked[0]?.answer()
  await clock.advanceAsync(seconds(9) - limits.swapQuoteMargin - 1)
  expect(asked).toHaveLength(1)
  await clock.advanceAsync(1)
  expect(asked).toHaveLength(2)
  expect(state()?.status).toBe('ready')
  asked[1]?.answer(5n)
  await clock.advanceAsync(0)
  expect(state()?.quote?.amountOut).toBe(5n)
  loop.stop()
})

test('[D-16] nobody is asked for a screen that nobody sees; coming back asks at once', async () => {
  const { loop, clock, asked, see } = create()
  const hide = loop.show()
  loop.change(question(1n))
  await clock.advanceAsync(limits.swapTypingPause)
  asked[0]?.answer()
  await clock.advanceAsync(0)
  see(false)
  await clock.advanceAsync(seconds(120))
  expect(asked).toHaveLength(1)
  see(true)
  expect(asked).toHaveLength(2)
  asked[1]?.answer()
  await clock.advanceAsync(0)
  hide()
  await clock.advanceAsync(seconds(120))
  expect(asked).toHaveLength(2)
  loop.show()
  expect(asked).toHaveLength(3)
  loop.stop()
})

test('[D-13] a failure keeps the quote while it holds, then says so, and is tried again by itself', async () => {
  const { loop, clock, asked, state } = create({ life: seconds(12) })
  loop.show()
  loop.change(question(1n))
  await clock.advanceAsync(limits.swapTypingPause)
  asked[0]?.answer()
  await clock.advanceAsync(seconds(9))
  asked[1]?.fail(new Error('down'))
  await clock.advanceAsync(0)
  expect(state()?.status).toBe('ready')
  await clock.advanceAsync(limits.swapQuoteMargin)
  asked[2]?.fail(new SwapError({ code: 'no-liquidity' }))
  await clock.advanceAsync(0)
  expect(state()).toMatchObject({ status: 'failed', quote: undefined, problem: { code: 'no-liquidity' } })
  await clock.advanceAsync(limits.swapQuoteMargin)
  asked[3]?.answer(3n)
  await clock.advanceAsync(0)
  expect(state()).toMatchObject({ status: 'ready', quote: { amountOut: 3n } })
  loop.stop()
})

test('stopping leaves no timer, no request and no listener', async () => {
  const { loop, clock, asked, wakes } = create()
  loop.show()
  loop.change(question(1n))
  await clock.advanceAsync(limits.swapTypingPause)
  loop.stop()
  expect(asked[0]?.signal.aborted).toBe(true)
  asked[0]?.answer()
  await clock.advanceAsync(seconds(60))
  expect(asked).toHaveLength(1)
  expect(wakes.size).toBe(0)
})
