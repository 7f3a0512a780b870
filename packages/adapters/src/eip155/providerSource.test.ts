/** What the wallet says last counts, however its answers and events overtake each other. */
import { createFakeClock, settle } from '@latchkey/core/testing'
import { expect, test } from 'vitest'
import { createProviderSource } from './providerSource.js'

const [one, two] = [
  '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
] as const

/** A wallet whose answers to `eth_accounts` come when the test hands them out. */
async function create() {
  const answers: ((accounts: readonly string[]) => void)[] = []
  const heard = new Map<string, (value: unknown) => void>()
  const provider = {
    request: ({ method }: { readonly method: string }) =>
      method === 'eth_accounts'
        ? new Promise<unknown>((resolve) => answers.push(resolve))
        : Promise.resolve('0x1'),
    on: (event: string, listener: (value: never) => void) => void heard.set(event, listener as () => void),
  }
  const source = await createProviderSource({ provider, accounts: [one], clock: createFakeClock() })
  const events: string[] = []
  source.subscribe(({ type }) => events.push(type))
  return { source, answers, events, emit: (event: string, value: unknown) => heard.get(event)?.(value) }
}

test('[D-11] an answer that an event has overtaken changes nothing', async () => {
  const { source, answers, events, emit } = await create()
  const refreshed = source.refresh()
  emit('accountsChanged', [two])
  answers[0]?.([one])
  await refreshed
  expect(source.accounts()).toEqual([two])
  expect(events).toEqual(['accounts'])
})

test('[D-11] of two questions the answer to the later one counts, whichever comes first', async () => {
  const { source, answers } = await create()
  const both = Promise.all([source.refresh(), source.refresh()])
  answers[1]?.([two])
  await settle()
  answers[0]?.([one])
  await both
  expect(source.accounts()).toEqual([two])
})

/** As eventemitter3 does, which many wallets are built on: a function taken back is taken back everywhere. */
function forgetfulEmitter() {
  let entries: readonly { readonly event: string; readonly hear: (value: never) => void }[] = []
  return {
    on(event: string, hear: (value: never) => void) {
      entries = [...entries, { event, hear }]
    },
    removeListener(event: string, hear: (value: never) => void) {
      entries = entries.filter((each) => each.event !== event || each.hear !== hear)
    },
    emit(event: string, value: unknown) {
      for (const entry of entries) if (entry.event === event) entry.hear(value as never)
    },
    count: () => entries.length,
  }
}

test('[D-11] whoever stops listening takes nobody else’s events away', async () => {
  const { emit, count, ...emitter } = forgetfulEmitter()
  const provider = { ...emitter, request: async () => '0x1' }
  const source = await createProviderSource({ provider, accounts: [one], clock: createFakeClock() })
  const heard: string[] = []
  const stopFirst = source.subscribe(() => heard.push('first'))
  const stopSecond = source.subscribe(() => heard.push('second'))
  expect(count()).toBe(3)
  stopSecond()
  stopSecond()
  emit('accountsChanged', [two])
  expect([source.accounts(), heard]).toEqual([[two], ['first']])
  stopFirst()
  expect(count()).toBe(0)
  source.subscribe(() => heard.push('third'))
  emit('chainChanged', '0xa')
  expect(heard).toEqual(['first', 'third'])
})

test('events that change nothing, or that nobody can read, are not told', async () => {
  const { source, events, emit } = await create()
  emit('accountsChanged', [one.toLowerCase()])
  emit('chainChanged', '0x1')
  emit('chainChanged', 'goerli')
  expect(events).toEqual([])
  emit('chainChanged', '10')
  emit('accountsChanged', [two, two, 'nonsense', 7])
  expect([source.chainId(), source.accounts(), events]).toEqual([10, [two], ['network', 'accounts']])
})

test('a wallet that does not say where it is cannot be connected', async () => {
  const provider = { request: () => Promise.resolve(null) }
  await expect(
    createProviderSource({ provider, accounts: [one], clock: createFakeClock() }),
  ).rejects.toMatchObject({
    code: 'network.not-found',
  })
})
