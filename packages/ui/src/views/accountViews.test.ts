/** The views about accounts and wallets, against a real kit in a controlled world. */
import { type Kit, selectAccount, selectWallet } from '@latchkey/core'
import { createFakeWallet, createTestKit } from '@latchkey/core/testing'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { type DrawnView, drawView } from '../testing/drawView.js'

const one = '0x00000000000000000000000000000000000000A1'
const two = '0x00000000000000000000000000000000000000A2'
const three = '0x00000000000000000000000000000000000000B1'

const drawn: DrawnView[] = []
const kits: Kit[] = []
afterEach(() => {
  for (const view of drawn.splice(0)) view.remove()
  for (const kit of kits.splice(0)) kit.destroy()
})

async function twoWallets() {
  const wallets = [
    createFakeWallet({ id: 'brass', name: 'Brass', accounts: [three] }),
    createFakeWallet({ id: 'demo', name: 'Demo', accounts: [one, two] }),
  ]
  const { kit } = createTestKit({ wallets })
  kits.push(kit)
  for (const { connector } of wallets) await kit.connect({ connectorId: connector.id })
  const draw = async (...input: Parameters<typeof drawView> extends [Kit, ...infer Rest] ? Rest : never) => {
    const view = await drawView(kit, ...input)
    drawn.push(view)
    return view
  }
  return { kit, wallets, draw }
}

test('[D-11] every account of every wallet is listed, and the one that is chosen signs', async () => {
  const { kit, draw } = await twoWallets()
  const view = await draw('ProfileWallets')
  for (const shown of ['Demo', 'Brass', '0x0000…00A1', '0x0000…00A2', '0x0000…00B1'])
    expect(view.text).toContain(shown)
  for (const [shown, address] of [
    ['00A2', two],
    ['00B1', three],
    ['00A1', one],
  ] as const) {
    await view.press(shown)
    expect(selectAccount(kit.store.get())?.address).toBe(address)
    expect(view.button(shown).getAttribute('aria-current')).toBe('true')
    await expect(kit.signMessage({ message: 'm' })).resolves.toBe(`m signed by ${address}`)
  }
})

test('one wallet can be left, and then all of them', async () => {
  const { kit, draw } = await twoWallets()
  kit.open({ view: 'ProfileWallets' })
  const view = await draw('ProfileWallets')
  await view.press('Disconnect Demo')
  expect(selectWallet(kit.store.get())?.connectorId).toBe('brass')
  expect(view.text).not.toContain('Demo')
  expect(() => view.button('Disconnect all')).toThrow()
  await act(() => kit.connect({ connectorId: 'demo' }))
  await view.press('Disconnect all')
  expect(selectWallet(kit.store.get())).toBeUndefined()
  expect(view.text).toContain('No wallet connected')
})

test('an account that the wallet will not switch to is not shown as switched', async () => {
  const wallet = createFakeWallet({ accounts: [one, two], asks: ['switchAccount'] })
  const { kit } = createTestKit({ wallets: [wallet] })
  kits.push(kit)
  await kit.connect({ connectorId: 'fake' })
  const view = await drawView(kit, 'ProfileWallets')
  drawn.push(view)
  await view.press('00A2')
  expect(view.text).toContain('Switching…')
  wallet.reject('switchAccount')
  await view.settle()
  expect(view.text).not.toContain('Switching…')
  expect(selectAccount(kit.store.get())?.address).toBe(one)
  expect(kit.store.get().toast).toMatchObject({ isOpen: true, variant: 'error' })
})

test('[D-15] the details show the whole address, the wallet and where it is', async () => {
  const { draw } = await twoWallets()
  const view = await draw('AccountSettings')
  for (const shown of [one, 'Demo', 'Standard account', 'eip155:1']) expect(view.text).toContain(shown)
})

test('[S7-03] an account is shown by its name where the gateway knows one, beside its address', async () => {
  const wallet = createFakeWallet({ accounts: [one] })
  const { kit, fetch } = createTestKit({ wallets: [wallet], gatewayUrl: 'https://gateway.test' })
  fetch.always(() => ({ json: { name: 'ada.example', avatar: null } }))
  kits.push(kit)
  await kit.connect({ connectorId: wallet.connector.id })
  const view = await drawView(kit, 'Account')
  drawn.push(view)
  // The code that asks is loaded by the module system, which no fake clock moves.
  await act(() => vi.waitUntil(() => fetch.calls.some(({ url }) => url.includes('/v1/identity/'))))
  await view.settle()
  expect(view.text).toContain('ada.example')
  expect(view.text).toContain('0x0000…00A1')
})
