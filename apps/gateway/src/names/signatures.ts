/** Who signed a message: a key, or a contract that says so, deployed already or not (EIP-191, ERC-1271, ERC-6492). */
import type { NetworkId } from '@latchkey/spec/caip'
import {
  encodeDeployData,
  erc6492SignatureValidatorAbi,
  erc6492SignatureValidatorByteCode,
  hashMessage,
  recoverMessageAddress,
} from 'viem'
import type { Chain } from '../chain/chain.js'
import { bytes, type Hex } from '../chain/shapes.js'
import { refuse } from '../http/refusal.js'
import { RpcError } from '../rpc/errors.js'

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
  signed: Signed,
  { chain, networkId, signal, onContract }: SignatureContext,
): Promise<'key' | 'contract' | undefined> {
  // Recovery on a chain answers a signature that fits nobody with the zero address.
  if (BigInt(signed.signer) === 0n) return undefined
  if (await isOfKey(signed)) return 'key'
  if (!chain)
    throw refuse(
      'signature',
      `The signature is not that of the address, unless it is a contract on ${networkId}`,
    )
  await onContract()
  return (await isOfContract(chain, signed, signal)) ? 'contract' : undefined
}

const keySignatureLength = 2 + 2 * 65

async function isOfKey({ message, signature, signer }: Signed): Promise<boolean> {
  if (signature.length !== keySignatureLength) return false
  try {
    return (await recoverMessageAddress({ message, signature })).toLowerCase() === signer
  } catch {
    // Not a point of the curve.
    return false
  }
}

/** Asks a validator that is never deployed: it deploys the account where the signature says how, and asks it. */
async function isOfContract(
  chain: Chain,
  { message, signature, signer }: Signed,
  signal: AbortSignal,
): Promise<boolean> {
  const data = encodeDeployData({
    abi: erc6492SignatureValidatorAbi,
    bytecode: erc6492SignatureValidatorByteCode,
    args: [signer, hashMessage(message), signature],
  })
  try {
    const answer = await chain.read(bytes, 'eth_call', [{ data }, 'latest'], { signal })
    return answer === '0x01'
  } catch (cause) {
    if (cause instanceof RpcError && isRevert(cause)) return false
    throw cause
  }
}

/** The code of EIP-1474 that nodes agree upon; some only say it in words. */
function isRevert({ code, message, data }: RpcError): boolean {
  return code === 3 || typeof data === 'string' || /revert|invalid opcode|out of gas/i.test(message)
}
