/** The hooks on a server: no document, nobody connected, and the paint that a browser takes over. */
import { createMemoryStorage } from '@latchkey/core'
import { createFakeAdapter, createFakeWallet, fakeNetwork } from '@latchkey/core/testing'
import { renderToString } from 'react-dom/server'
import { expect, onTestFinished, test } from 'vitest'
import {
  createAppKit,
  useAppKitAccount,
  useAppKitConnection,
  useAppKitConnections,
  useAppKitUpdateEmail,
} from '../appkit.js'

function App() {
  const { isConnected, embeddedWalletInfo } = useAppKitAccount()
  const { connections, recentConnections } = useAppKitConnections()
  const { connection, isPending } = useAppKitConnection()
  const update = useAppKitUpdateEmail()
  return (
    <p>
      {JSON.stringify([
        isConnected,
        embeddedWalletInfo ?? null,
        connections,
        recentConnections,
        connection ?? null,
        isPending,
        update.isPending,
      ])}
    </p>
  )
}

test('[S4-02] the first paint knows nobody, also where wallets were used before and one is connected', async () => {
  expect('document' in globalThis).toBe(false)
  const wallet = createFakeWallet()
  const appKit = createAppKit({
    networks: [fakeNetwork()],
    adapters: [createFakeAdapter({ wallets: [wallet, createFakeWallet({ id: 'other' })] })],
    storage: createMemoryStorage(),
    logLevel: 'silent',
  })
  onTestFinished(() => appKit.kit.destroy())
  const nobody = '<p>[false,null,[],[],null,false,false]</p>'
  expect(renderToString(<App />)).toBe(nobody)
  await appKit.kit.connect({ connectorId: 'other' })
  await appKit.kit.disconnect()
  await appKit.kit.connect({ connectorId: wallet.connector.id })
  expect(appKit.getRecentConnections()).toHaveLength(1)
  expect(renderToString(<App />)).toBe(nobody)
})
