/** The front door on a server: importing and creating touch no DOM. */
import { createMemoryStorage } from '@latchkey/core'
import { expect, expectTypeOf, test } from 'vitest'
import * as latchkey from './index.js'

const network = {
  id: 1,
  chainNamespace: 'eip155',
  caipNetworkId: 'eip155:1',
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [] } },
} as const

test('[D-03] a kit can be made, opened and destroyed where there is no document', async () => {
  expect('document' in globalThis).toBe(false)
  const kit = latchkey.createLatchkey({ networks: [network], storage: createMemoryStorage() })
  await kit.ready
  kit.open()
  expect(kit.store.get().modal.isOpen).toBe(true)
  latchkey.defineElements()
  kit.destroy()
  expect(kit.store.get().isDestroyed).toBe(true)
})

test('the front door hands on core and ui, and puts its own createLatchkey before theirs', async () => {
  const core = await import('@latchkey/core')
  const ui = await import('@latchkey/ui')
  expect(Object.keys(latchkey).sort()).toEqual(
    [...new Set([...Object.keys(core), ...Object.keys(ui)])].sort(),
  )
  expect(latchkey.createLatchkey).not.toBe(core.createLatchkey)
})

test('words of the app’s own are told by keys that are read: a misspelt one does not compile', () => {
  type Given = NonNullable<Parameters<typeof latchkey.createLatchkey>[0]['words']>
  const given: Given = { 'button.connect': 'Log in', 'connect.title': 'Log in', 'swap.pay': 'You give' }
  expect(Object.keys(given)).toHaveLength(3)
  // @ts-expect-error: nobody reads this key
  const misspelt: Given = { 'button.conect': 'Log in' }
  expect(misspelt).toBeDefined()
  expectTypeOf<Given>().toExtend<latchkey.Words>()
  // What is put together elsewhere, such as by a translation service, is taken as it comes.
  expectTypeOf<Readonly<Record<string, string>>>().toExtend<Given>()
})
