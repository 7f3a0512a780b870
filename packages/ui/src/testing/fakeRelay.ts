/** A relay that a test plays: it hands out pairing links when told, and its wallet answers when told. */
import type { ConnectInput, Connector } from '@latchkey/core'
import { createFakeWallet, type FakeWallet } from '@latchkey/core/testing'

export interface FakeRelay extends FakeWallet {
  /** The connector has a link to show; each call renews it. */
  showLink(uri: string): void
  /** How often a wallet was asked for. */
  readonly asked: number
}

/** A pairing link with a topic made of one digit. */
export const pairingUri = (digit: string) =>
  `wc:${digit.repeat(64)}@2?relay-protocol=irn&symKey=${'b'.repeat(64)}`

export function createFakeRelay(): FakeRelay {
  const wallet = createFakeWallet({
    id: 'walletConnect',
    name: 'WalletConnect',
    type: 'WALLET_CONNECT',
    asks: ['connect'],
    canWithdraw: true,
  })
  let asked = 0
  let onUri: ConnectInput['onUri']
  const connector: Connector = {
    ...wallet.connector,
    connect(input) {
      asked += 1
      onUri = input.onUri
      return wallet.connector.connect(input)
    },
  }
  const own = {
    connector,
    showLink: (uri: string) => onUri?.(uri),
  }
  // Everything else is asked of the wallet itself, whose answers change over time.
  return Object.defineProperty(Object.assign(Object.create(wallet), own), 'asked', { get: () => asked })
}
