/** Who is signed in, as an app is told: addresses of one network's namespace, never keys, never the owner of a smart account. */
import { type AccountType, defaultAccountTypes } from '@latchkey/spec/options'
import type { FrameContext } from './context.js'
import { namespaceOf } from './network.js'

export interface UserOf {
  readonly email?: string
  readonly userName?: string
  readonly address: string
  readonly chainId: string
  readonly accounts: { address: string; type: AccountType }[]
  readonly preferredAccountType: AccountType
}

export async function userOf(
  context: FrameContext,
  asked: { readonly network?: string; readonly type?: AccountType | undefined } = {},
): Promise<UserOf> {
  const { network = context.network } = asked
  const namespace = namespaceOf(network)
  const [{ accounts: all }, me] = await Promise.all([context.account.wallet(), context.account.me()])
  const accounts = all
    .filter((account) => account.namespace === namespace)
    .map(({ address, type }) => ({ address, type }))
  // S4-08 where the person chose nothing.
  const wanted = asked.type ?? me.preferredAccountTypes[namespace] ?? defaultAccountTypes[namespace]
  const chosen = accounts.find(({ type }) => type === wanted) ?? accounts[0]
  if (!chosen) throw new RangeError('The wallet has no account there')
  return {
    ...(me.email === undefined ? {} : { email: me.email }),
    ...(me.userName === undefined ? {} : { userName: me.userName }),
    address: chosen.address,
    chainId: network,
    accounts,
    preferredAccountType: chosen.type,
  }
}
