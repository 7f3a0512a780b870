/** An app at the other end of the relay: the protocol's own unmodified client, in this process. */
import { randomUUID } from 'node:crypto'
import { SignClient } from '@walletconnect/sign-client'

export interface RelayAppOptions {
  /** The gateway's address: its relay is below it. */
  readonly gateway: string
  readonly name?: string
  readonly url?: string
}

export type RelayClient = Awaited<ReturnType<typeof SignClient.init>>

export async function openRelayApp({
  gateway,
  name = 'Relay app',
  url = 'https://app.example',
}: RelayAppOptions): Promise<RelayClient> {
  // Set before the client is made: without it two clients of one process share their keys.
  process.env.DISABLE_GLOBAL_CORE = 'true'
  return SignClient.init({
    relayUrl: `${gateway.replace(/^http/, 'ws')}/relay`,
    projectId: 'relay-app',
    metadata: { name, description: '', url, icons: ['https://app.example/icon.png'] },
    telemetryEnabled: false,
    logger: 'silent',
    customStoragePrefix: randomUUID(),
    storageOptions: { database: ':memory:' },
  })
}

const allMethods = [
  'personal_sign',
  'eth_signTypedData_v4',
  'eth_sendTransaction',
  'wallet_switchEthereumChain',
  'wallet_addEthereumChain',
  'wallet_getCapabilities',
  'wallet_sendCalls',
  'wallet_getCallsStatus',
]

/** Asks for a session; `approval` settles when the wallet has answered. */
export async function propose(client: RelayClient, chains: string[] = ['eip155:31337', 'eip155:1']) {
  const { uri, approval } = await client.connect({
    optionalNamespaces: {
      eip155: { chains, methods: allMethods, events: ['accountsChanged', 'chainChanged'] },
    },
  })
  if (uri === undefined) throw new Error('the client made no link')
  return { uri, approval: approval() }
}
