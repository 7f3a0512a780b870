/** Makes another connected account the one that signs: of the same wallet, or of another one. */
import type { Address, Namespace } from '@latchkey/spec/caip'
import { LatchkeyError } from '@latchkey/spec/errors'
import { isSameAddress } from '@latchkey/spec/validation'
import { alive, type KitContext } from '../context.js'
import { bringToFront } from '../wallets/front.js'
import { syncWallet } from '../wallets/join.js'
import { networkOf } from '../wallets/place.js'
import { capability, requestWallet } from '../wallets/request.js'

export interface SwitchAccountInput {
  readonly address: Address
  readonly namespace?: Namespace
  /** Needed only where two connected wallets hold the same address. */
  readonly connectorId?: string
}

export async function switchAccount(
  context: KitContext,
  { address, namespace = context.store.get().activeNamespace, connectorId: wanted }: SwitchAccountInput,
): Promise<void> {
  alive(context)
  const isSame = (other: Address) => isSameAddress(namespace, other, address)
  const wallets = context.store.get().connections[namespace]?.wallets ?? []
  const wallet = wallets.find(
    ({ accounts, connectorId: id }) =>
      (!wanted || id === wanted) && accounts.some((account) => isSame(account.address)),
  )
  if (!wallet) throw new LatchkeyError('account.not-found')
  const { connectorId, session } = wallet
  const on = networkOf(context.store.get(), namespace, session)
  const [signer, ...others] = session.accounts(on).map((account) => account.address)
  if (!signer || !isSame(signer)) {
    // The wallet knows its account by its own spelling.
    const own = others.find(isSame) ?? address
    await requestWallet(context, { namespace, connectorId }, ({ signal }) =>
      capability(session, 'switchAccount', 'switch accounts')({ address: own, signal }),
    )
    syncWallet(context, namespace, connectorId, session)
  }
  // Only now: a wallet that refused must not become the one that signs.
  bringToFront(context, namespace, connectorId)
}
