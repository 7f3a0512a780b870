/** Makes another wallet, or another account of one, the one that signs: of those connected, or one used before. */
import { type Kit, type Namespace, selectAccount, selectWallet } from '@latchkey/core'
import { asAddress } from '@latchkey/spec/caip'
import { isSameAddress } from '@latchkey/spec/validation'
import { connectByCode } from './connectByName.js'

export interface SwitchConnectionInput {
  readonly namespace: Namespace
  readonly connectorId: string
  /** Without it, the account that the wallet puts first. */
  readonly address?: string | undefined
}

/** What became of a switch, or of a wallet that was deleted. */
export interface ConnectionChange {
  readonly address: string
  readonly namespace: Namespace
  readonly hasSwitchedAccount: boolean
  readonly hasSwitchedWallet: boolean
  readonly hasDeletedWallet: boolean
}

export async function switchConnection(
  kit: Kit,
  { namespace, connectorId, address: wanted }: SwitchConnectionInput,
): Promise<ConnectionChange> {
  const { store } = kit
  const find = () =>
    store.get().connections[namespace]?.wallets.find((wallet) => wallet.connectorId === connectorId)
  const before = selectWallet(store.get(), namespace)?.connectorId
  const signer = selectAccount(store.get(), namespace)?.address
  if (!find()) await connect(kit, namespace, connectorId)
  const address = wanted ?? find()?.accounts[0]?.address
  // A wallet that came without this account is connected all the same, and the switch has failed.
  if (address !== undefined) await kit.switchAccount({ namespace, connectorId, address: asAddress(address) })
  const now = selectAccount(store.get(), namespace)?.address ?? ''
  return {
    address: now,
    namespace,
    hasSwitchedAccount: signer === undefined || !isSameAddress(namespace, signer, now),
    hasSwitchedWallet: before !== selectWallet(store.get(), namespace)?.connectorId,
    hasDeletedWallet: false,
  }
}

async function connect(kit: Kit, namespace: Namespace, connectorId: string): Promise<void> {
  const connector = kit.store
    .get()
    .connectors.find((each) => each.id === connectorId && each.namespace === namespace)
  if (connector?.type === 'WALLET_CONNECT') await connectByCode(kit, namespace)
  else await kit.connect({ connectorId, namespace })
}
