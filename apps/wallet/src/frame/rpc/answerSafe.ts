/** What needs no approval: what the wallet knows itself, and reads of the network through the wallet's own server (S6-02). */
import { capabilitiesOf } from '@latchkey/accounts'
import * as v from 'valibot'
import type { FrameContext } from '../context.js'
import { chainNumberOf, namespaceOf } from '../network.js'
import { userOf } from '../userOf.js'
import { callNode } from './callNode.js'
import { callsStatus } from './callsStatus.js'
import type { Asked } from './methods/index.js'
import { address, quantityOf, read } from './parseParams.js'
import { permissionTypes } from './permissionKinds.js'
import { invalidParams, RpcFailure } from './rpcFailure.js'

export async function answerSafe(context: FrameContext, asked: Asked): Promise<unknown> {
  const { network, method, params } = asked
  if (namespaceOf(network) !== 'eip155') throw new RpcFailure(4200, 'The method is not of this network')
  switch (method) {
    case 'eth_accounts':
      return [(await userOf(context, { network })).address]
    case 'eth_chainId':
      return quantityOf(BigInt(chainNumberOf(network)))
    case 'wallet_getCapabilities':
      return capabilities(context, params)
    case 'wallet_getCallsStatus':
      return callsStatus(context, network, params)
    default:
      return callNode(context, network, method, Array.isArray(params) ? params : [params])
  }
}

const capabilityParams = v.tupleWithRest(
  [address],
  v.optional(v.union([v.pipe(v.array(v.string()), v.maxLength(100)), v.unknown()])),
)

/** ERC-5792: of the smart account, where a bundler is; a plain account has none. */
async function capabilities(context: FrameContext, params: unknown): Promise<unknown> {
  const given: readonly unknown[] = Array.isArray(params) ? params : []
  if (given[0] === undefined)
    throw invalidParams('Missing address parameter in wallet_getCapabilities request')
  const [account] = read(capabilityParams, given)
  const wanted = Array.isArray(given[1]) ? given[1].map(String) : undefined
  const [{ accounts }, { networks }, { isGranting }] = await Promise.all([
    context.account.wallet(),
    context.api.call('accountNetworks', {}),
    context.account.me(),
  ])
  const own = accounts.find((each) => each.address.toLowerCase() === account.toLowerCase())
  if (!own) throw new RpcFailure(4100, 'The account does not belong to this wallet')
  if (own.type !== 'smartAccount') return {}
  // Whether the page turned permissions on, its own kit knows and says.
  const all = capabilitiesOf(networks, isGranting ? permissionTypes : [])
  const isWanted = (id: string) => !wanted || wanted.some((each) => Number(each) === Number(id))
  return Object.fromEntries(Object.entries(all).filter(([id]) => isWanted(id)))
}
