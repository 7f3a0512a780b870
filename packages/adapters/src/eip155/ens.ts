/** Whose a name of ENS is, asked of the resolver on Ethereum itself. Names that a server answers for are not followed there. */
import type { Address } from '@latchkey/spec/caip'
import { isAddress } from '@latchkey/spec/validation'
import { createClient, custom } from 'viem'
import { getEnsAddress } from 'viem/actions'
import { normalize } from 'viem/ens'
import type { Hex } from './quantity.js'
import { checkedAddress } from './transfers.js'

/** Of Ethereum; the same on every node. */
const universalResolver: Hex = '0xeeeeeeee14d718c2b47d9923deab1335e144eeee'

export interface EnsInput {
  readonly name: string
  /** Where it will be used: a name may have an address for each network (ENSIP-11). */
  readonly chainId: number
  readonly resolver?: Hex
  call(method: string, params: readonly unknown[]): Promise<unknown>
}

/** `undefined` where nobody has the name, or where it is none. */
export async function ensAddress({
  name,
  chainId,
  resolver = universalResolver,
  call,
}: EnsInput): Promise<Address | undefined> {
  const normal = normalName(name)
  if (normal === undefined) return undefined
  const client = createClient({
    // A resolver may send the client to any server on the web; a wallet kit does not go there by itself.
    ccipRead: false,
    transport: custom({ request: plainly(call) }, { retryCount: 0 }),
  })
  for (const coinType of coinTypesOf(chainId)) {
    const found = await getEnsAddress(client, {
      name: normal,
      coinType,
      universalResolverAddress: resolver,
    })
    // What is no address of this kind is none.
    if (found && isAddress('eip155', found)) return checkedAddress(found.toLowerCase())
  }
  return undefined
}

/** viem reads what a contract said from the node's own error, which is the cause of ours. */
function plainly(call: EnsInput['call']) {
  return ({ method, params }: { readonly method: string; readonly params?: unknown }): Promise<unknown> =>
    call(method, Array.isArray(params) ? params : []).catch((error: unknown) => {
      throw error instanceof Error && error.cause instanceof Error ? error.cause : error
    })
}

/** The network's own address first, then the one of Ethereum, as most names have only that. */
function coinTypesOf(chainId: number): readonly bigint[] {
  const ethereum = 60n
  return chainId === 1 ? [ethereum] : [0x80000000n + BigInt(chainId), ethereum]
}

/** Letters that look like others, or that nobody can see, make it no name (ENSIP-15). */
function normalName(name: string): string | undefined {
  try {
    return normalize(name)
  } catch {
    return undefined
  }
}
