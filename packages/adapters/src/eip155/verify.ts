/** Whose signature it is. A wallet that signs with another account than the one shown is refused (D-11). */
import type { AdapterContext, TypedData } from '@latchkey/core'
import type { Address } from '@latchkey/spec/caip'
import { LatchkeyError } from '@latchkey/spec/errors'
import { isSameAddress } from '@latchkey/spec/validation'
import { getTypesForEIP712Domain, type TypedDataDefinition } from 'viem'
import { hashMessage, hashTypedData, isHex, recoverAddress, serializeTypedData } from 'viem/utils'
import { ProviderError } from './provider.js'
import type { Hex } from './quantity.js'
import type { Reads } from './reads.js'
import type { WalletSource } from './source.js'

export interface CheckSignerInput {
  readonly address: Address
  readonly hash: Hex
  readonly signature: unknown
  readonly wallet: string
  readonly source: WalletSource
  readonly context: AdapterContext
  readonly reads: () => Promise<Reads>
}

export const messageHash = (bytes: Uint8Array): Hex => hashMessage({ raw: bytes })

export const typedDataHash = (data: TypedData): Hex => hashTypedData(definition(data))

/** Wallets want the domain's own type in the list; numbers too large for JSON travel as text. */
export const typedDataText = (data: TypedData): string => serializeTypedData(definition(data))

// The kit's type is the same shape, read only and without a literal to infer from.
const definition = (data: TypedData) =>
  ({
    ...data,
    types: { EIP712Domain: getTypesForEIP712Domain({ domain: data.domain }), ...data.types },
  }) as unknown as TypedDataDefinition

/** The signature, if it is the one of `address`: by its key, or by its contract. */
export async function checkSigner(input: CheckSignerInput): Promise<string> {
  const { address, hash, signature, wallet } = input
  if (!isHex(signature)) {
    throw new ProviderError({ code: -32603, message: 'The wallet answered with no signature' }, signature)
  }
  const signer = await recoverAddress({ hash, signature }).catch(() => undefined)
  if (signer && isSameAddress('eip155', signer, address)) return signature
  let cause: unknown
  const isAccepted = await isContractSignature(input, signature).catch((failure: unknown) => {
    // Nobody could be asked, so nobody vouches for it.
    cause = failure
    return false
  })
  if (isAccepted) return signature
  throw new LatchkeyError('signature.wrong-signer', { wallet, address, signer }, { cause })
}

/** ERC-1271 and ERC-6492: accounts that are contracts, or will be, sign in their own way. The chain decides. */
async function isContractSignature({ address, hash, source, reads }: CheckSignerInput, signature: Hex) {
  const { verifySignature } = await reads()
  return verifySignature({ address, hash, signature, chainId: source.chainId(), provider: source.provider })
}
