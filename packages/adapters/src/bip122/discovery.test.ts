/** Wallets in a page: found however they come, once each, and checked. */
import type { AdapterContext } from '@latchkey/core'
import { createFakeClock } from '@latchkey/core/testing'
import { seconds } from '@latchkey/spec/limits'
import { expect, test } from 'vitest'
import { bip122 } from './bip122.js'

const log = { debug() {}, info() {}, warn() {}, error() {} }

function open(target: EventTarget, options: object = {}) {
  const clock = createFakeClock()
  const context = { options, clock, log, networks: [] } as unknown as AdapterContext // the parts it reads
  const handle = bip122({ target, injected: [{ id: 'own', name: 'Own', path: 'deep.in.page' }] }).start(
    context,
  )
  return { handle, clock, names: () => handle.connectors().map(({ name }) => name) }
}

const sats = { request: async () => ({}) }
const unisat = () => ({
  requestAccounts: async () => [],
  getAccounts: async () => [],
  signMessage: async () => '',
  signPsbt: async () => '',
})

test('listed and injected wallets are found, also under names of the app', () => {
  const target = Object.assign(new EventTarget(), {
    Xverse: { Bitcoin: sats },
    btc_providers: [{ id: 'Xverse.Bitcoin', name: 'Xverse', icon: 'data:image/png;base64,AAAA' }],
    unisat: unisat(),
    deep: { in: { page: unisat() } },
  })
  const { handle } = open(target)
  expect(handle.connectors()).toMatchObject([
    {
      id: 'Xverse.Bitcoin',
      name: 'Xverse',
      type: 'ANNOUNCED',
      icon: 'data:image/png;base64,AAAA',
      installed: true,
    },
    { id: 'unisat', name: 'UniSat', type: 'INJECTED' },
    { id: 'own', name: 'Own' },
  ])
  // The same wallet is the same object each time the kit looks.
  expect(handle.connectors()[0]).toBe(handle.connectors()[0])
})

test('a wallet that comes in two ways is offered once', () => {
  const own = Object.assign(unisat(), sats)
  const target = Object.assign(new EventTarget(), {
    unisat: own,
    btc_providers: [
      { id: 'unisat', name: 'UniSat' },
      { id: 'unisat', name: 'Twice' },
    ],
  })
  expect(open(target).names()).toEqual(['UniSat'])
})

test('wallets that come after the page are found without being asked for', () => {
  const target: EventTarget & { unisat?: unknown; wizz?: unknown } = new EventTarget()
  const { handle, names, clock } = open(target)
  let heard = 0
  handle.subscribe(() => {
    heard += 1
  })
  target.unisat = unisat()
  target.dispatchEvent(new Event('load'))
  expect(names()).toEqual(['UniSat'])
  target.wizz = unisat()
  // As late as a slow extension comes.
  clock.advance(seconds(12))
  clock.advance(seconds(1))
  expect(names()).toEqual(['UniSat', 'Wizz'])
  expect(heard).toBe(2)
  handle.stop()
  expect(clock.pending).toBe(0)
})

test('what is no wallet, what throws, and what points elsewhere is left out', () => {
  const trap = new Proxy(
    {},
    {
      get() {
        throw new Error('no')
      },
    },
  )
  const target = Object.assign(new EventTarget(), {
    trap,
    nothing: {},
    btc_providers: [
      null,
      'x',
      trap,
      { id: 'nothing', name: 'Nothing' },
      { id: 'missing.provider', name: 'Missing' },
      { id: 'trap.x', name: 'Trap' },
      { id: 'a.b.c.d.e', name: 'Deep' },
      { id: 'x'.repeat(1000), name: 'Long' },
    ],
    unisat: trap,
    okxwallet: { bitcoin: { requestAccounts: 1 } },
  })
  expect(open(target).names()).toEqual([])
})

test('[S2-16] excluded wallets are not offered, by id or by name', () => {
  const target = Object.assign(new EventTarget(), { unisat: unisat(), wizz: unisat() })
  expect(open(target, { excludeWalletIds: ['UNISAT'] }).names()).toEqual(['Wizz'])
  expect(open(target, { excludeWalletIds: ['wizz', 'UniSat'] }).names()).toEqual([])
})

test('on a server there is no page, and nothing is touched', () => {
  const context = { options: {}, clock: createFakeClock(), log, networks: [] } as unknown as AdapterContext // as above
  expect(bip122().start(context).connectors()).toEqual([])
})

test('an answer that comes after the page gave up connects nobody', async () => {
  for (const way of ['connect', 'reconnect'] as const) {
    let answer = (_: readonly string[]) => {}
    const asked = new Promise<readonly string[]>((resolve) => {
      answer = resolve
    })
    const wallet = { ...unisat(), requestAccounts: () => asked, getAccounts: () => asked }
    const target = Object.assign(new EventTarget(), { unisat: wallet })
    const [connector] = open(target).handle.connectors()
    const giving = new AbortController()
    const connecting = connector?.[way]?.({ signal: giving.signal })
    giving.abort(new Error('given up'))
    answer(['bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'])
    await expect(connecting).rejects.toThrow('given up')
  }
})
