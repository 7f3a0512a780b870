/** What a sign-in needs before anybody is asked to sign (S5-15). */
import type { Account, Network } from '@latchkey/spec/entities'
import { LatchkeyError } from '@latchkey/spec/errors'
import { checkSignIn } from '@latchkey/spec/validation'
import type { KitContext } from '../context.js'
import { selectAccount, selectNetwork, selectWallet } from '../select.js'
import type { ConnectedWallet } from '../state.js'

export interface SignInReady {
  readonly account: Account
  readonly network: Network
  readonly wallet: ConnectedWallet
}

/** The account, network and wallet to sign in with; throws what is missing, in the words of the spec. */
export function signInReady(context: KitContext): SignInReady {
  const state = context.store.get()
  const { siwx, siweConfig } = context.options
  const account = selectAccount(state)
  const network = selectNetwork(state)
  const wallet = selectWallet(state)
  const problem = checkSignIn({
    isEnabled: Boolean(siwx ?? siweConfig),
    hasAddress: account !== undefined,
    hasNetwork: network !== undefined,
    hasClient: wallet?.session.signMessage !== undefined,
  })
  if (problem) throw problem
  if (!account || !network || !wallet) throw new LatchkeyError('signin.no-client')
  return { account, network, wallet }
}
