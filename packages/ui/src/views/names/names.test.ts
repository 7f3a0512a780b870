/** The form for a name and its success, drawn for a real kit with a gateway that answers what the test says. */
import { type Kit, selectRoute } from '@latchkey/core'
import { createFakeWallet, createTestKit, type FakeAnswer } from '@latchkey/core/testing'
import { limits } from '@latchkey/spec/limits'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { type DrawnView, drawView } from '../../testing/drawView.js'

const address = '0x00000000000000000000000000000000000000A1'

const drawn: DrawnView[] = []
const kits: Kit[] = []
afterEach(() => {
  for (const view of drawn.splice(0)) view.remove()
  for (const kit of kits.splice(0)) kit.destroy()
})

async function openForm({ asks = [] as readonly 'signMessage'[] } = {}) {
  const wallet = createFakeWallet({ name: 'Demo', accounts: [address], asks })
  const world = createTestKit({ wallets: [wallet], gatewayUrl: 'https://gateway.test' })
  kits.push(world.kit)
  const answers: Record<string, FakeAnswer> = {
    nonce: { json: { nonce: 'n1', expiresAt: '2026-01-05T10:05:00.000Z' } },
    account: { json: {} },
    identity: { json: { name: null } },
  }
  const taken = ['alice']
  world.fetch.always(({ url }) => {
    const [, , kind = '', part = '', label = ''] = new URL(url).pathname.split('/')
    if (part !== 'suggestions') return answers[kind === 'identity' ? kind : part] ?? { status: 404 }
    const words = [label, `${label}-x`]
    const suggestions = words.map((word) => ({ name: `${word}.latch.id`, registered: taken.includes(word) }))
    return answers.suggestions ?? { json: { suggestions } }
  })
  await world.kit.connect({ connectorId: 'fake' })
  world.kit.open({ view: 'RegisterAccountName' })
  const view = await drawView(world.kit, 'RegisterAccountName')
  drawn.push(view)
  await view.seen('Register')
  await act(() => vi.waitUntil(() => view.text.includes('.latch.id')))
  const type = async (text: string) => {
    await view.type('Your name', text)
    await act(() => world.clock.advanceAsync(limits.nameSearchWait))
  }
  return { ...world, wallet, view, answers, type }
}

test('[S5-09] the rule is read with the field, and a name that is too short cannot be registered', async () => {
  const { view, type } = await openForm()
  expect(view.text).toContain('At least 4 characters: letters, digits and hyphens.')
  await type('abc')
  expect(view.text).toContain('A name has at least 4 characters')
  const field = view.find('input')
  expect(field?.getAttribute('aria-invalid')).toBe('true')
  const status = view.find(`[id="${field?.getAttribute('aria-describedby')}"]`)
  expect(status?.textContent).toBe('A name has at least 4 characters')
  expect(view.button('Register').getAttribute('aria-disabled')).toBe('true')
})

test('a taken name offers others, and a press takes one of them', async () => {
  const { view, type, clock } = await openForm()
  await type('alice')
  expect(view.text).toContain('alice.latch.id is taken')
  await view.press('alice-x.latch.id')
  await act(() => clock.advanceAsync(limits.nameSearchWait))
  expect(view.find('input')).toHaveProperty('value', 'alice-x')
  expect(view.text).toContain('alice-x.latch.id is free')
})

test('[D-13] a search that failed is not a taken name, and can be repeated', async () => {
  const { view, type, answers, clock } = await openForm()
  answers.suggestions = { status: 404 }
  await type('bobby')
  expect(view.text).toContain('Error fetching name suggestions')
  delete answers.suggestions
  await view.press('Try again')
  await act(() => clock.advanceAsync(0))
  expect(view.text).toContain('bobby.latch.id is free')
})

test('[S4-21] [D-11] the account that is shown signs, waits, and ends at the success', async () => {
  const { view, type, wallet, kit } = await openForm({ asks: ['signMessage'] })
  await type('bobby')
  expect(view.text).toContain('Will belong to0x0000…00A1')
  await view.press('Register bobby.latch.id')
  expect(view.text).toContain('Sign the message in Demo')
  expect(view.find('input')).toHaveProperty('readOnly', true)
  wallet.approve('signMessage')
  await act(() => vi.waitUntil(() => selectRoute(kit.store.get()).view === 'RegisterAccountNameSuccess'))
  expect(selectRoute(kit.store.get()).data).toEqual({ name: 'bobby.latch.id' })
})

test('[S4-21] a declined signature is told in the form, and can be tried again', async () => {
  const { view, type, wallet } = await openForm({ asks: ['signMessage'] })
  await type('bobby')
  await view.press('Register bobby.latch.id')
  wallet.reject('signMessage')
  await view.settle()
  expect(view.find('[role=alert]')?.textContent).toBe('Signature declined in Demo. Nothing was registered.')
  await view.press('Register bobby.latch.id')
  expect(view.find('[role=alert]')).toBeNull()
  expect(wallet.prompts).toHaveLength(1)
})

test('[S8-13] the reason of the service is told in the form', async () => {
  const { view, type, answers } = await openForm()
  answers.account = {
    status: 400,
    json: { status: 'FAILED', reasons: [{ field: 'name', description: 'This word is reserved' }] },
  }
  await type('bobby')
  await view.press('Register bobby.latch.id')
  expect(view.find('[role=alert]')?.textContent).toBe('This word is reserved')
})

test('leaving the form takes the question to the wallet back', async () => {
  const { view, type, wallet } = await openForm({ asks: ['signMessage'] })
  await type('bobby')
  await view.press('Register bobby.latch.id')
  view.remove()
  await view.settle()
  expect(wallet.prompts.every(({ isAborted }) => isAborted)).toBe(true)
})

test('the success names the name and leads back to the account', async () => {
  const { kit } = await openForm()
  const view = await drawView(kit, 'RegisterAccountNameSuccess', { name: 'bobby.latch.id' })
  drawn.push(view)
  expect(view.text).toContain('This name is yours')
  await view.press('Done')
  expect(selectRoute(kit.store.get()).view).toBe('Account')
})

test('[S9-14] the way to a name is in the details of an account with a gateway, and in no other', async () => {
  const { kit } = await openForm()
  const view = await drawView(kit, 'AccountSettings')
  drawn.push(view)
  await view.press('Get a name')
  expect(selectRoute(kit.store.get()).view).toBe('RegisterAccountName')

  const alone = createTestKit()
  kits.push(alone.kit)
  await alone.kit.connect({ connectorId: 'fake' })
  const details = await drawView(alone.kit, 'AccountSettings')
  drawn.push(details)
  expect(details.text).not.toContain('Get a name')
  const form = await drawView(alone.kit, 'RegisterAccountName')
  drawn.push(form)
  await form.loaded()
  expect(form.text).toContain('Names are not set up')
})
