/** One namespace of the embedded wallet, in the shape that adapters make sessions of: the same as for a wallet behind a relay. */
import type { Namespace, NetworkId } from '@latchkey/spec/caip'
import type { RelayLink, RelayLinkEvent } from '../relay/link.js'
import type { EmbeddedAccounts } from './accounts.js'
import type { Request } from './approvals.js'

/** What the frame is asked; everything that only reads goes to the nodes of the page. */
const methods = {
  eip155: [
    'personal_sign',
    'eth_signTypedData_v4',
    'eth_sendTransaction',
    'eth_sendUserOperation',
    'wallet_sendCalls',
    'wallet_getCallsStatus',
    'wallet_getCapabilities',
    'wallet_getAssets',
  ],
  solana: [
    'solana_signMessage',
    'solana_signTransaction',
    'solana_signAllTransactions',
    'solana_signAndSendTransaction',
  ],
  bip122: ['signMessage'],
  polkadot: [],
} as const satisfies Record<Namespace, readonly string[]>

export interface FrameLinkInput {
  readonly namespace: Namespace
  readonly name: string
  readonly walletUrl: string
  readonly preferredNetworkId: NetworkId | undefined
  readonly accounts: EmbeddedAccounts
  readonly request: Request
  readonly leave: () => Promise<void>
}

export interface FrameLink extends RelayLink {
  tell(event: RelayLinkEvent): void
}

export function createFrameLink(input: FrameLinkInput): FrameLink {
  const { namespace, accounts, request } = input
  const listeners = new Set<{ readonly hear: (event: RelayLinkEvent) => void }>()
  return {
    id: `embedded ${namespace}`,
    wallet: { name: input.name, description: '', url: input.walletUrl, icons: [] },
    preferredNetworkId: input.preferredNetworkId,
    accounts: () =>
      accounts
        .networks(namespace)
        .flatMap((networkId) => accounts.on(networkId).map(({ address }) => ({ networkId, address }))),
    networks: () => accounts.networks(namespace),
    methods: () => methods[namespace],
    events: () => [],
    request: (asked) => request({ namespace, ...asked }),
    subscribe(hear) {
      const entry = { hear }
      listeners.add(entry)
      return () => listeners.delete(entry)
    },
    disconnect: input.leave,
    tell(event) {
      for (const { hear } of [...listeners]) hear(event)
    },
  }
}
