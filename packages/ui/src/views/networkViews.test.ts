/** The views about networks, against a real kit in a controlled world. */
import { type Kit, selectNetwork, selectView } from '@latchkey/core'
import { createFakeWallet, createTestKit, fakeNetwork } from '@latchkey/core/testing'
import { afterEach, expect, test } from 'vitest'
import { type DrawnView, drawView } from '../testing/drawView.js'

const drawn: DrawnView[] = []
const kits: Kit[] = []
afterEach(() => {
  for (const view of drawn.splice(0)) view.remove()
  for (const kit of kits.splice(0)) kit.destroy()
})

const networks = [
  fakeNetwork({ reference: '1', name: 'Ethereum' }),
  ...['Two', 'Three', 'Four', 'Five', 'Six'].map((name, i) =>
    fakeNetwork({ reference: String(i + 2), name }),
  ),
] as const

async function connected(input: Parameters<typeof createFakeWallet>[0] = {}) {
  const wallet = createFakeWallet({ name: 'Brass', ...input })
  const { kit } = createTestKit({ wallets: [wallet], networks: [networks[0], ...networks.slice(1)] })
  kits.push(kit)
  await kit.connect({ connectorId: 'fake' })
  return { kit, wallet }
}

async function switching(kit: Kit) {
  kit.open({ view: 'SwitchNetwork', data: { networkId: 'eip155:2' } })
  const view = await drawView(kit, 'SwitchNetwork', { networkId: 'eip155:2' })
  drawn.push(view)
  return view
}

test('[D-10] a declined switch says so and can be tried again in place', async () => {
  const { kit, wallet } = await connected({ asks: ['switchNetwork'] })
  const view = await switching(kit)
  expect(view.text).toContain('Approve in Brass')
  wallet.reject('switchNetwork')
  await view.settle()
  expect(view.text).toContain('Switch declined')
  expect(selectNetwork(kit.store.get())?.name).toBe('Ethereum')
  await view.press('Try again')
  expect(view.text).toContain('Approve in Brass')
  wallet.approve('switchNetwork')
  await view.settle()
  expect(selectNetwork(kit.store.get())?.name).toBe('Two')
  expect(kit.store.get().modal.isOpen).toBe(false)
})

test('[S4-24] a wallet that neither knows a network nor learns it is named', async () => {
  const { kit } = await connected({
    knownNetworks: ['eip155:1'],
    can: ['switchNetwork'],
  })
  const view = await switching(kit)
  expect(view.text).toContain('Network not supported')
  expect(view.text).toContain('Brass does not know Two')
})

test('leaving the view withdraws the question', async () => {
  const { kit, wallet } = await connected({ asks: ['switchNetwork'] })
  const view = await switching(kit)
  expect(wallet.prompts.map(({ isAborted }) => isAborted)).toEqual([false])
  view.remove()
  drawn.length = 0
  await Promise.resolve()
  expect(wallet.prompts.map(({ isAborted }) => isAborted)).toEqual([true])
})

test('[D-04] a long list can be searched, and a search without a match says so', async () => {
  const { kit } = await connected()
  kit.open({ view: 'Networks' })
  const view = await drawView(kit, 'Networks')
  drawn.push(view)
  await view.type('Search networks', ' thr ')
  expect(view.text).toContain('Three')
  expect(view.text).not.toContain('Four')
  await view.type('Search networks', 'zzz')
  expect(view.text).toContain('Nothing here is called “zzz”')
  await view.type('Search networks', '')
  await view.press('Three')
  expect(selectView(kit.store.get())).toBe('SwitchNetwork')
})

test('[S2-10] a refusal is told in the row that was pressed, and pressing again asks again', async () => {
  const { kit, wallet } = await connected({ asks: ['switchNetwork'] })
  wallet.changeNetwork('eip155:999')
  const view = await drawView(kit, 'UnsupportedChain')
  drawn.push(view)
  await view.press('Two')
  expect(view.button('Two').getAttribute('aria-busy')).toBe('true')
  wallet.reject('switchNetwork')
  await view.settle()
  expect(view.button('Two').textContent).toContain('Declined')
  await view.press('Two')
  wallet.approve('switchNetwork')
  await view.settle()
  expect(kit.store.get().modal.isOpen).toBe(false)
})

test('[S3-04] a network that the wallet did not approve cannot be chosen', async () => {
  const wallet = createFakeWallet()
  const connect = wallet.connector.connect.bind(wallet.connector)
  Object.assign(wallet.connector, {
    connect: async (input: Parameters<typeof connect>[0]) => ({
      ...(await connect(input)),
      networks: () => ['eip155:1'],
    }),
  })
  const { kit } = createTestKit({ wallets: [wallet] })
  await kit.connect({ connectorId: wallet.connector.id })
  const view = await drawView(kit, 'Networks')
  expect(view.button('Not approved in your wallet').disabled).toBe(true)
  expect(view.all('button:disabled')).toHaveLength(1)
  view.remove()
  kit.destroy()
})
