import { isLatchkeyError, isUserRejection } from '@latchkey/spec/errors'
import { limits } from '@latchkey/spec/limits'
import { expect, test } from 'vitest'
import type { GenericProvider } from '../relay/genericSession.js'
import { selectView, selectWallet } from '../select.js'
import { pending, Refusal, type Script } from './testFrame.js'
import { type EmbeddedWorld, openWorld, settle, signIn, smart } from './testWorld.js'

const rejected = new Refusal({ message: 'User rejected the request', code: 4001 })
/** S8-12, with the number that libraries look for and the error of the kit behind it. */
const givenUp = { message: 'Request was aborted', code: 4001, cause: { code: 'request.aborted' } }

/** How a promise ended by now. */
function watch<T>(work: Promise<T>) {
  const seen: { value?: T; error?: unknown } = {}
  work.then(
    (value) => Object.assign(seen, { value }),
    (error: unknown) => Object.assign(seen, { error }),
  )
  return seen
}

/** Somebody is signed in; `ask` is what an app with a library of its own does. */
async function connected(script: Script = {}, input: Parameters<typeof openWorld>[1] = {}) {
  const world = openWorld(script, input)
  await signIn(world)
  // The sessions of this world have it.
  const provider = selectWallet(world.kit.store.get())?.session.provider as GenericProvider
  const ask = (method: string, params: unknown = []) => watch(provider.request({ method, params }))
  return { ...world, ask }
}

const isApproving = ({ kit }: EmbeddedWorld) =>
  kit.store.get().modal.isOpen && selectView(kit.store.get()) === 'ApproveTransaction'

/** The frame holds the question until the test answers it. */
function deskOf() {
  const open: { resolve: (value: unknown) => void; reject: (reason: Error) => void }[] = []
  const script: Script = {
    RPC_REQUEST: () => new Promise((resolve, reject) => open.push({ resolve, reject })),
  }
  return { open, script }
}

test('[S6-03] what needs approval shows the frame while it waits, and leaves it with the answer', async () => {
  const desk = deskOf()
  const world = await connected(desk.script)
  const answer = world.ask('personal_sign', ['0x68690a', smart])
  await settle(world, 0)
  expect(isApproving(world)).toBe(true)
  expect(world.wallet.store.get().request).toMatchObject({ method: 'personal_sign' })
  expect(world.browser.asked.at(-1)).toMatchObject({
    method: 'RPC_REQUEST',
    payload: {
      method: 'personal_sign',
      params: ['0x68690a', smart],
      chainId: 'eip155:1',
      chainNamespace: 'eip155',
    },
  })
  desk.open[0]?.resolve('0xsigned')
  await settle(world, 0)
  expect(answer.value).toBe('0xsigned')
  expect(world.kit.store.get().modal.isOpen).toBe(false)
  expect(world.wallet.store.get().request).toBeUndefined()
})

test('[S2-08] the view of an approval does not close by hand, and comes back to where the person was', async () => {
  const desk = deskOf()
  const world = await connected(desk.script)
  world.kit.open({ view: 'Account' })
  const answer = world.ask('personal_sign')
  await settle(world, 0)
  expect(world.kit.close({ reason: 'close-button' })).toBe(false)
  expect(isApproving(world)).toBe(true)
  desk.open[0]?.reject(rejected)
  await settle(world, 0)
  expect(isUserRejection(answer.error)).toBe(true)
  expect(selectView(world.kit.store.get())).toBe('Account')
})

test('[S6-02] what only asks does not show anything', async () => {
  const world = await connected({ RPC_REQUEST: () => ({ '0x1': {} }) })
  const answer = world.ask('wallet_getCapabilities', [smart])
  await settle(world, 0)
  expect(answer.value).toEqual({ '0x1': {} })
  expect(world.kit.store.get().modal.isOpen).toBe(false)
})

test.each([
  'eth_sign',
  'eth_signTransaction',
  'eth_signTypedData_v3',
  'wallet_invokeSnap',
  'PERSONAL_SIGN',
  'personal_sign ',
  'constructor',
  '',
])('[A-58] [S4-23] [S6-04] [S9-17] %j is logged, told after 300 ms, and refused', async (method) => {
  const world = await connected()
  const answer = world.ask(method)
  await settle(world, 0)
  expect(world.kit.store.get().modal.isOpen).toBe(true)
  expect(world.kit.store.get().toast.isOpen).toBe(false)
  expect(answer).toEqual({})
  await settle(world, limits.disallowedToastDelay - 1)
  expect(world.kit.store.get().toast.isOpen).toBe(false)
  await settle(world, 1)
  expect(world.kit.store.get().toast).toMatchObject({ variant: 'error', text: 'Action not allowed' })
  expect(answer.error).toMatchObject({ message: 'Requested RPC call is not allowed', code: 4200 })
  expect(world.context.log.entries().map(({ text }) => text)).toContain('Requested RPC call is not allowed')
  expect(world.browser.count('RPC_REQUEST')).toBe(0)
})

test('[A-58] a method that is a list is refused like any other', async () => {
  const world = await connected()
  const answer = world.ask(['personal_sign', 'eth_sendTransaction'] as never)
  await settle(world, limits.disallowedToastDelay)
  expect(answer.error).toMatchObject({ code: 4200 })
  expect(world.browser.count('RPC_REQUEST')).toBe(0)
})

test('[S9-13] permissions are granted only where the app turned smart sessions on', async () => {
  const off = await connected({ RPC_REQUEST: () => ({}) })
  const refused = off.ask('wallet_grantPermissions', [{}])
  await settle(off, limits.disallowedToastDelay)
  expect(refused.error).toMatchObject({ code: 4200 })

  const on = await connected({ RPC_REQUEST: () => ({ id: '0x1' }) }, { features: { smartSessions: true } })
  for (const method of [
    'wallet_grantPermissions',
    'wallet_requestExecutionPermissions',
    'wallet_revokePermissions',
  ]) {
    const granted = on.ask(method, [{}])
    await settle(on, 0)
    expect(granted.value).toEqual({ id: '0x1' })
  }
})

test('[S9-13] a page is told that it may ask for permissions only where the app turned smart sessions on', async () => {
  const all = { '0x1': { atomic: { status: 'supported' }, permissions: { supported: true } }, '0xa': {} }
  const { permissions: _, ...others } = all['0x1']
  const off = await connected({ RPC_REQUEST: () => all })
  const told = off.ask('wallet_getCapabilities', ['0x1'])
  await settle(off, 0)
  expect(told.value).toEqual({ '0x1': others, '0xa': {} })
  const on = await connected({ RPC_REQUEST: () => all }, { features: { smartSessions: true } })
  const whole = on.ask('wallet_getCapabilities', ['0x1'])
  await settle(on, 0)
  expect(whole.value).toEqual(all)
})

test('[A-60] [S4-22] a modal that is closed takes the request back; who asked hears it when the wallet has agreed', async () => {
  const desk = deskOf()
  const world = await connected(desk.script)
  const answer = world.ask('eth_sendTransaction', [{}])
  await settle(world, 0)
  world.kit.close({ force: true })
  await settle(world, 0)
  expect(world.browser.count('RPC_ABORT')).toBe(1)
  // Nobody can say yet whether it was sent.
  expect(answer).toEqual({})
  desk.open[0]?.reject(rejected)
  await settle(world, 0)
  expect(answer.error).toMatchObject(givenUp)
})

test('[A-60] [I-13] where sending failed after that, the failure is told: it may be on the network all the same', async () => {
  const desk = deskOf()
  const world = await connected(desk.script)
  const answer = world.ask('eth_sendTransaction', [{}])
  await settle(world, 0)
  world.kit.close({ force: true })
  desk.open[0]?.reject(new Refusal({ message: 'The network does not answer', code: 4901 }))
  await settle(world, 0)
  expect(answer.error).toMatchObject({ code: 4901 })
  expect(isUserRejection(answer.error)).toBe(false)
})

test('[A-60] [I-13] what was sent already is answered with its hash, although the modal was closed', async () => {
  const desk = deskOf()
  const world = await connected(desk.script)
  const answer = world.ask('eth_sendTransaction', [{}])
  await settle(world, 0)
  world.kit.close({ force: true })
  desk.open[0]?.resolve('0xhash')
  await settle(world, 0)
  expect(answer.value).toBe('0xhash')
})

test('[A-60] [I-13] where the wallet says nothing after that, nobody is told that it was refused', async () => {
  const desk = deskOf()
  const world = await connected(desk.script)
  const answer = world.ask('eth_sendTransaction', [{}])
  await settle(world, 0)
  world.kit.close({ force: true })
  await settle(world, limits.frameRequest)
  expect(isLatchkeyError(answer.error, 'frame.request-timeout')).toBe(true)
  expect(isUserRejection(answer.error)).toBe(false)
})

test('[A-60] closed while a person decides: the wait goes on until the wallet has taken it back', async () => {
  let isAborted = false
  const world = await connected({
    RPC_REQUEST: () =>
      new Promise((_, reject) =>
        world.clock.after(limits.frameAnswer, () => reject(isAborted ? rejected : pending('RPC_REQUEST'))),
      ),
    RPC_ABORT: () => {
      isAborted = true
      return undefined
    },
  })
  const answer = world.ask('personal_sign')
  await settle(world, limits.frameAnswer * 3)
  expect(answer).toEqual({})
  world.kit.close({ force: true })
  await settle(world, limits.frameAnswer)
  expect(answer.error).toMatchObject(givenUp)
})

test('two requests are asked one after the other, and closing ends both: the second is never asked', async () => {
  const desk = deskOf()
  const world = await connected(desk.script)
  const first = world.ask('personal_sign')
  const second = world.ask('eth_sendTransaction', [{}])
  await settle(world, 0)
  expect(world.browser.count('RPC_REQUEST')).toBe(1)
  world.kit.close({ force: true })
  desk.open[0]?.reject(rejected)
  await settle(world, 0)
  expect(first.error).toMatchObject(givenUp)
  expect(second.error).toMatchObject(givenUp)
  expect(world.browser.count('RPC_REQUEST')).toBe(1)
})

test('a second request keeps the frame on screen, and is asked when the first is answered', async () => {
  const desk = deskOf()
  const world = await connected(desk.script)
  const first = world.ask('personal_sign')
  const second = world.ask('eth_signTypedData_v4')
  await settle(world, 0)
  desk.open[0]?.resolve('0x1')
  await settle(world, 0)
  expect(first.value).toBe('0x1')
  expect(isApproving(world)).toBe(true)
  desk.open[1]?.resolve('0x2')
  await settle(world, 0)
  expect(second.value).toBe('0x2')
  expect(world.kit.store.get().modal.isOpen).toBe(false)
})

test('leaving takes back what waits for the person, before the wallet is left', async () => {
  const desk = deskOf()
  const world = await connected(desk.script)
  const answer = world.ask('personal_sign')
  await settle(world, 0)
  const left = world.kit.disconnect()
  await settle(world, 0)
  await left
  const order = world.browser.asked.map(({ method }) => method)
  expect(order.indexOf('RPC_ABORT')).toBeGreaterThan(-1)
  expect(order.indexOf('RPC_ABORT')).toBeLessThan(order.indexOf('SIGN_OUT'))
  desk.open[0]?.reject(rejected)
  await settle(world, 0)
  expect(isUserRejection(answer.error)).toBe(true)
})

test('abandon gives up what the frame is shown for, where a frame has nothing to press', async () => {
  const world = await connected({ OPEN_WINDOW: () => new Promise(() => {}) })
  void world.wallet.openWindow('export')
  await settle(world, 0)
  expect(isApproving(world)).toBe(true)
  world.wallet.abandon()
  await settle(world, 0)
  expect(world.kit.store.get().modal.isOpen).toBe(false)
  expect(world.kit.store.get().toast.isOpen).toBe(false)
})

test('[D-10] where nothing draws the modal, nobody is asked for an approval that they could not see', async () => {
  const world = openWorld({}, { isHeadless: true })
  void world.wallet.connectEmail('ada@example.org')
  await settle(world)
  void world.wallet.submitCode('123456')
  await settle(world)
  const provider = selectWallet(world.kit.store.get())?.session.provider as GenericProvider
  const answer = watch(provider.request({ method: 'personal_sign', params: [] }))
  await settle(world, 0)
  expect(isLatchkeyError(answer.error, 'modal.missing')).toBe(true)
  expect(world.browser.count('RPC_REQUEST')).toBe(0)
})
