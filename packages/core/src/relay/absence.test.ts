/** A question that waits for the relay is told of on the page, for as long as it waits and no longer. */
import { LatchkeyError } from '@latchkey/spec/errors'
import { expect, test } from 'vitest'
import { showToast } from '../actions/toast.js'
import { contextOf } from '../context.js'
import { createLatchkey } from '../createLatchkey.js'
import { createFakeClock, settle } from '../testing/createFakeClock.js'
import { createFakeStorage } from '../testing/createFakeStorage.js'
import { watchAbsence } from './absence.js'

const lost = new LatchkeyError('relay.unreachable')

/** A wallet that takes its time. */
function slow() {
  let answer = () => {}
  const promise = new Promise<string>((resolve) => {
    answer = () => resolve('0xsigned')
  })
  return { promise, answer: () => answer() }
}

function setUp() {
  const clock = createFakeClock({ now: 0 })
  const kit = createLatchkey({
    networks: [
      {
        id: 1,
        chainNamespace: 'eip155',
        caipNetworkId: 'eip155:1',
        name: 'One',
        nativeCurrency: { name: 'Coin', symbol: 'C', decimals: 18 },
        rpcUrls: { default: { http: ['http://127.0.0.1:9'] } },
      },
    ],
    clock,
    storage: createFakeStorage(),
    logLevel: 'silent',
  })
  const context = contextOf(kit)
  const relay = (error: LatchkeyError | undefined) =>
    context.store.set({ relay: { status: error ? 'lost' : 'connected', retryAt: undefined, error } })
  const said = () => {
    const { isOpen, isForPage, text } = context.store.get().toast
    return isOpen && isForPage ? text : ''
  }
  return { context, clock, watch: watchAbsence(context), relay, said }
}

test('[D-10] the page says that the relay is away while a wallet is asked, and stops when it is back', async () => {
  const { watch, relay, said } = setUp()
  relay(lost)
  expect(said()).toBe('')
  const wallet = slow()
  const answer = watch(wallet.promise)
  expect(said()).toBe(lost.message)
  relay(undefined)
  expect(said()).toBe('')
  relay(lost)
  expect(said()).toBe(lost.message)
  wallet.answer()
  expect(await answer).toBe('0xsigned')
  expect(said()).toBe('')
})

test('a refused question is told of no longer, and its refusal is passed on', async () => {
  const { watch, relay, said } = setUp()
  relay(lost)
  const refusal = new Error('no')
  await expect(watch(Promise.reject(refusal))).rejects.toBe(refusal)
  expect(said()).toBe('')
})

test('a message of somebody else stays', async () => {
  const { context, clock, watch, relay, said } = setUp()
  relay(lost)
  const wallet = slow()
  const answer = watch(wallet.promise)
  showToast(context, { variant: 'success', text: 'Sent', isForPage: true })
  clock.advance(200)
  wallet.answer()
  await answer
  await settle()
  expect(said()).toBe('Sent')
})
