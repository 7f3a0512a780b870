/** Who signed a message: a key, or a contract that says so, deployed already or not (EIP-191, ERC-1271, ERC-6492). */
import type { NetworkId } from '@latchkey/spec/caip'
import { ethereumSigner, type RunCode } from '@latchkey/verify'
import type { Chain } from '../chain/chain.js'
import { createRunCode } from '../chain/runCode.js'
import type { Hex } from '../chain/shapes.js'
import { refuse } from '../http/refusal.js'

export interface Signed {
  readonly message: string
  readonly signature: Hex
  /** Who is said to have signed, in lower case. */
  readonly signer: Hex
}

export interface SignatureContext {
  /** The network on which a contract is asked; undefined where it is not served. */
  readonly chain: Chain | undefined
  readonly networkId: NetworkId
  readonly signal: AbortSignal
  /** Called before a contract is asked, which costs more than arithmetic. */
  readonly onContract: () => Promise<void>
}

/** How it was signed; undefined where it was not. Throws when nobody can say. */
export async function signerKind(
  { message, signature, signer }: Signed,
  { chain, networkId, ...asking }: SignatureContext,
): Promise<'key' | 'contract' | undefined> {
  const unserved: RunCode = async () => {
    throw refuse(
      'signature',
      `The signature is not that of the address, unless it is a contract on ${networkId}`,
    )
  }
  const run = chain ? createRunCode(chain, asking) : unserved
  return ethereumSigner({ message, signature, address: signer }, run)
}
