/** Server rendering: the first paint is the same on both sides, and nobody who is connected is asked to connect. */
import { createTestKit } from '@latchkey/core/testing'
import { act } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { attachModal } from './attachModal.js'
import { LatchkeyButton, LatchkeyProvider, useAccount, useNetwork } from './react.js'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const painted: string[] = []

function App() {
  const { address, status } = useAccount()
  const { network } = useNetwork()
  const words = status === 'disconnected' ? 'Connect wallet' : (address ?? '…')
  painted.push(words)
  return (
    <main>
      <LatchkeyButton />
      <p>{words}</p>
      <p>{network?.name}</p>
    </main>
  )
}

type Kit = ReturnType<typeof createTestKit>['kit']
const tree = (kit: Kit) => (
  <LatchkeyProvider kit={kit}>
    <App />
  </LatchkeyProvider>
)

const kits: Kit[] = []
afterEach(() => {
  for (const kit of kits.splice(0)) kit.destroy()
  document.body.replaceChildren()
  vi.restoreAllMocks()
})

/** Hydrates what the server sent and collects every complaint of React. */
async function hydrate(kit: Kit, html: string) {
  kits.push(kit)
  const complaints: unknown[] = []
  vi.spyOn(console, 'error').mockImplementation((...words) => complaints.push(words))
  const place = document.createElement('div')
  place.innerHTML = html
  document.body.append(place)
  // The elements are defined and drawn before React comes: the order of a page whose script makes the kit first.
  attachModal(kit)
  painted.length = 0
  const root = await act(() =>
    hydrateRoot(place, tree(kit), { onRecoverableError: (error) => complaints.push(error) }),
  )
  return { place, complaints, root }
}

const serverHtml = () => {
  const { kit } = createTestKit()
  kits.push(kit)
  return renderToString(tree(kit))
}

test('[D-03] [S4-02] the server says neither connected nor disconnected', () => {
  expect(serverHtml()).toBe('<main><latchkey-button></latchkey-button><p>…</p><p>eip155 1</p></main>')
})

test('[S4-02] a stored session hydrates without a complaint and without a flash of Connect', async () => {
  const before = createTestKit()
  await before.kit.connect({ connectorId: 'fake' })
  await before.kit.switchNetwork({ networkId: 10 })
  const { kit } = before.reload()
  const html = serverHtml()
  const { place, complaints, root } = await hydrate(kit, html)
  await act(() => kit.ready)
  expect(complaints).toEqual([])
  expect(painted).not.toContain('Connect wallet')
  expect(place.querySelector('p')?.textContent).toBe(before.wallets[0].activeAddress)
  expect(place.querySelector('p + p')?.textContent).toBe('eip155 10')
  act(() => root.unmount())
})

test('[S4-02] a session that was restored before React came hydrates without a complaint too', async () => {
  const before = createTestKit()
  await before.kit.connect({ connectorId: 'fake' })
  const { kit } = before.reload()
  await kit.ready
  const { place, complaints, root } = await hydrate(kit, serverHtml())
  expect(complaints).toEqual([])
  expect(painted[0]).toBe('…')
  expect(place.querySelector('p')?.textContent).toBe(before.wallets[0].activeAddress)
  act(() => root.unmount())
})

test('a newcomer is asked to connect as soon as the page runs', async () => {
  const { kit } = createTestKit()
  const { place, complaints, root } = await hydrate(kit, serverHtml())
  expect(complaints).toEqual([])
  expect(painted).toEqual(['…', 'Connect wallet'])
  expect(place.querySelector('p')?.textContent).toBe('Connect wallet')
  act(() => root.unmount())
})
