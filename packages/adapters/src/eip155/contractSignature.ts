/** Asks the chain whether a contract, deployed or not yet, takes a signature for its own (ERC-1271, ERC-6492). */
import type { Address } from '@latchkey/spec/caip'
import { createClient, custom } from 'viem'
import { verifyHash } from 'viem/actions'
import type { RequestArguments } from './provider.js'
import type { Hex } from './quantity.js'

export interface ContractSignatureInput {
  readonly address: Address
  readonly hash: Hex
  readonly signature: Hex
  readonly request: (request: RequestArguments) => Promise<unknown>
}

/** Rejects when the chain cannot be asked: a signature nobody could check is not believed. */
export async function isContractSignature({
  address,
  hash,
  signature,
  request,
}: ContractSignatureInput): Promise<boolean> {
  const client = createClient({ transport: custom({ request }, { retryCount: 0 }) })
  const account = address as Hex // the kit's eip155 addresses are hexadecimal with their prefix
  return verifyHash(client, { address: account, hash, signature })
}
