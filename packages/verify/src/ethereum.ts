/** Messages signed by an Ethereum account: a key (EIP-191), or a contract, deployed already or not (ERC-1271, ERC-6492). */
import {
  encodeDeployData,
  erc6492SignatureValidatorAbi,
  erc6492SignatureValidatorByteCode,
  type Hex,
  hashMessage,
  isAddress,
  isHex,
  recoverMessageAddress,
} from 'viem'
import type { Signed } from './signed.js'

/**
 * Runs `data` as the code of a contract that is never deployed and answers with what it returns: `eth_call` without
 * `to`. Rejects with `CallReverted` where the code reverts, and with anything else where nobody can say.
 */
export type RunCode = (data: Hex) => Promise<Hex>

/** The node ran the code, and it reverted. */
export class CallReverted extends Error {
  override readonly name = 'CallReverted'
}

/** Without `run` only keys can be told. */
export const isSignedByEthereum = async (signed: Signed, run: RunCode | undefined): Promise<boolean> =>
  (await ethereumSigner(signed, run)) !== undefined

/** What has signed; `undefined` where the account has not. */
export async function ethereumSigner(
  { message, signature, address }: Signed,
  run: RunCode | undefined,
): Promise<'key' | 'contract' | undefined> {
  if (!isHex(signature) || signature.length > longestSignature || !isAddress(address, { strict: false }))
    return undefined
  // A recovery that fails gives this address, so that anybody could sign for it.
  if (/^0x0{40}$/i.test(address)) return undefined
  if (await isOfKey(message, signature, address)) return 'key'
  if (!run) return undefined
  const data = encodeDeployData({
    abi: erc6492SignatureValidatorAbi,
    bytecode: erc6492SignatureValidatorByteCode,
    args: [address, hashMessage(message), signature],
  })
  try {
    return (await run(data)) === '0x01' ? 'contract' : undefined
  } catch (cause) {
    if (cause instanceof CallReverted) return undefined
    throw cause
  }
}

/** The signature of an account that is not deployed carries what deploys it. */
const longestSignature = 2 + 2 * 16_384
const keySignatureLength = 2 + 2 * 65

async function isOfKey(message: string, signature: Hex, address: string): Promise<boolean> {
  if (signature.length !== keySignatureLength) return false
  try {
    return (await recoverMessageAddress({ message, signature })).toLowerCase() === address.toLowerCase()
  } catch {
    // Not a point of the curve.
    return false
  }
}
