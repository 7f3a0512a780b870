/** Gives the zone of a gateway to a resolver on the chain, so that its names resolve in any client of ENS (D-20). */
import {
  type Address,
  encodeDeployData,
  encodeFunctionData,
  type Hex,
  labelhash,
  namehash,
  zeroHash,
} from 'viem'
import { nameRegistryAbi } from './abis.js'
import { addresses } from './addresses.js'
import { deployables } from './deployables.js'
import type { Request } from './rpc.js'

export interface ZoneInput {
  /** Two labels, such as `latch.id`. */
  readonly name: string
  /** Where its names are asked for, with `{sender}` and `{data}`. */
  readonly url: string
  /** Whose signature makes an answer good. */
  readonly signer: Address
}

/** Sent after the seed, whose blocks are the same at every start: the address of a gateway is not. */
export async function serveZone(
  request: Request,
  from: Address,
  { name, url, signer }: ZoneInput,
): Promise<void> {
  const [label, parent, ...more] = name.split('.')
  if (!label || !parent || more.length > 0) throw new Error(`${name} is no zone of two labels`)

  async function send(transaction: { to?: Address; data: Hex }): Promise<Address | null> {
    const hash = await request('eth_sendTransaction', [{ from, ...transaction }])
    // Mined at once, so the receipt is there; its shape is the node's.
    const receipt = (await request('eth_getTransactionReceipt', [hash])) as {
      status: Hex
      contractAddress: Address | null
    }
    if (receipt.status !== '0x1') throw new Error(`the zone ${name} could not be given to its resolver`)
    return receipt.contractAddress
  }

  const resolver = await send({
    data: encodeDeployData({ ...deployables.offchainResolver, args: [url, signer] }),
  })
  if (!resolver) throw new Error('the resolver was not deployed')
  const to = addresses.nameRegistry
  const owned = [zeroHash, labelhash(parent), from] as const
  await send({
    to,
    data: encodeFunctionData({ abi: nameRegistryAbi, functionName: 'setSubnodeOwner', args: owned }),
  })
  const record = [namehash(parent), labelhash(label), from, resolver, 0n] as const
  await send({
    to,
    data: encodeFunctionData({ abi: nameRegistryAbi, functionName: 'setSubnodeRecord', args: record }),
  })
}
