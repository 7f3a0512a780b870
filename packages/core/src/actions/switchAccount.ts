/** Makes another connected account the one that signs: of the same wallet, or of another one. */
import type { Address, Namespace } from '@latchkey/spec/caip'
import { LatchkeyError } from '@latchkey/spec/errors'
import { isSameAddress } from '@latchkey/spec/validation'
import type { Kit } from '../kit.js'
import { bringToFront } from '../wallets/front.js'
import { syncWallet } from '../wallets/join.js'
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
  const isSame = (other: Address) => isSameAddress(namespace, other, address)
  const wallets = kit.store.get().connections[namespace]?.wallets ?? []
  const wallet = wallets.find(
    ({ accounts, connectorId: id }) =>
      (!wanted || id === wanted) && accounts.some((account) => isSame(account.address)),
  )
  if (!wallet) throw new LatchkeyError('account.not-found')
  const { connectorId, session } = wallet
  const [signer, ...others] = session.accounts().map((account) => account.address)
  if (!signer || !isSame(signer)) {
    // The wallet knows its account by its own spelling.
    const own = others.find(isSame) ?? address
    await requestWallet(kit, { namespace, connectorId }, ({ signal }) =>
      capability(session, 'switchAccount', 'switch accounts')({ address: own, signal }),
    )
    syncWallet(kit, namespace, connectorId, session)
  }
  // Only now: a wallet that refused must not become the one that signs.
  bringToFront(kit, namespace, connectorId)
}
