/** Decides whether a signed message signs its account in. */
import { type Namespace, type NetworkId, parseNetworkId } from '@latchkey/spec/caip'
import {
  readSignIn,
  type SignInData,
  type SignInExpected,
  type SignInFault,
  signInFaultOf,
} from '@latchkey/spec/signIn'
import { isSignedByBitcoin } from './bitcoin.js'
import { isSignedByEthereum, type RunCode } from './ethereum.js'
import { isSignedByPolkadot } from './polkadot.js'
import type { Signed } from './signed.js'
import { isSignedBySolana } from './solana.js'

export interface VerifySignInInput {
  readonly message: string
  readonly signature: string
  /** What the server waits for: its own domain, the nonce that it gave out, the time. */
  readonly expected: SignInExpected
  /** Asks a node of an eip155 network, for accounts that are contracts. Without it only keys can sign in there. */
  readonly runCode?: ((networkId: NetworkId) => RunCode | undefined) | undefined
}

export type VerifiedSignIn =
  | { readonly isValid: true; readonly data: SignInData; readonly namespace: Namespace }
  | { readonly isValid: false; readonly fault: SignInFault | 'message' | 'signature' }

/** Never rejects for what the person sent; rejects only where a node that has to be asked does not answer. */
export async function verifySignIn(input: VerifySignInInput): Promise<VerifiedSignIn> {
  const data = readSignIn(input.message)
  const network = data && parseNetworkId(data.chainId)
  if (!data || !network) return { isValid: false, fault: 'message' }
  const fault = signInFaultOf(data, input.expected)
  if (fault) return { isValid: false, fault }
  const { message, signature } = input
  const signed = { message, signature, address: data.accountAddress }
  const isSigned = await checks[network.namespace](signed, input.runCode?.(data.chainId))
  if (!isSigned) return { isValid: false, fault: 'signature' }
  return { isValid: true, data, namespace: network.namespace }
}

type Check = (signed: Signed, run: RunCode | undefined) => boolean | Promise<boolean>

const checks: Readonly<Record<Namespace, Check>> = {
  eip155: isSignedByEthereum,
  solana: isSignedBySolana,
  bip122: isSignedByBitcoin,
  polkadot: isSignedByPolkadot,
}
