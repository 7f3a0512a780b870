/** Makes another connected account the one that signs: of the same wallet, or of another one. */
import type { Address, Namespace } from '@latchkey/spec/caip'
import { LatchkeyError } from '@latchkey/spec/errors'
import type { Kit } from '../kit.js'
import { selectWallet } from '../select.js'
import { changeConnection } from '../wallets/change.js'
import { followNetwork } from '../wallets/followNetwork.js'
import { syncWallet } from '../wallets/join.js'
import { rememberUsed } from '../wallets/remember.js'
import { capability, requestWallet } from '../wallets/request.js'
import { alive } from './alive.js'

export interface SwitchAccountInput {
  readonly address: Address
  readonly namespace?: Namespace
  /** Needed only where two connected wallets hold the same address. */
  readonly connectorId?: string
}

export async function switchAccount(
  kit: Kit,
  { address, namespace = kit.store.get().activeNamespace, connectorId: wanted }: SwitchAccountInput,
): Promise<void> {
  alive(kit)
  const wallets = kit.store.get().connections[namespace]?.wallets ?? []
  const wallet = wallets.find(
    ({ accounts, connectorId: id }) =>
      (!wanted || id === wanted) && accounts.some((account) => account.address === address),
  )
  if (!wallet) throw new LatchkeyError('account.not-found')
  const { connectorId, session } = wallet
  if (selectWallet(kit.store.get(), namespace)?.connectorId !== connectorId) {
    changeConnection(kit, namespace, { type: 'walletChosen', connectorId }, () => ({ send: {} }))
    rememberUsed(kit, { namespace, connectorId, isActive: true })
    followNetwork(kit)
  }
  if (session.accounts()[0]?.address === address) return
  await requestWallet(kit, { namespace }, ({ signal }) =>
    capability(session, 'switchAccount', 'switch accounts')({ address, signal }),
  )
  syncWallet(kit, namespace, connectorId, session)
}
