/** Lets an app act for the smart account within limits and for a time, and takes that back (S6-03). */
import { closeSessionCall, hasSessionsData, openSessionCall, sessionContext } from '@latchkey/accounts'
import * as v from 'valibot'
import type { FrameContext } from '../../context.js'
import { chainNumberOf } from '../../network.js'
import { accountFor } from '../accountFor.js'
import { callNode } from '../callNode.js'
import { type Hex, quantityOf, read } from '../parseParams.js'
import { readGrantParams, readRequestParams, type WantedPermissions } from '../permissionParams.js'
import { prepareOperation, requireDone } from '../prepareCalls.js'
import type { Prepared } from '../prepared.js'
import { invalidParams, RpcFailure } from '../rpcFailure.js'
import { openSmartAccount } from '../smartAccount.js'
import { waitForGrant } from '../waitForGrant.js'
import type { Asked, Prepare } from './index.js'

interface Granted extends WantedPermissions {
  readonly id: string
  /** The module of sessions and the number there. */
  readonly context: string
  readonly address: Hex
  readonly network: string
}

export const grantPermissions: Prepare = (context, asked) =>
  prepareGrant(context, asked, readGrantParams(asked.params), (granted) => {
    const { id, context: name, address, expiry, permissions, network } = granted
    return {
      id,
      chainId: quantityOf(BigInt(chainNumberOf(network))),
      address,
      expiry,
      permissions,
      grantedPermissions: permissions,
      context: name,
      permissionsContext: name,
    }
  })

/** As many answers as questions; all of them name the one session. */
export const requestExecutionPermissions: Prepare = (context, asked) =>
  prepareGrant(context, asked, readRequestParams(asked.params), (granted) => {
    const { id, context: name, address, app, expiry, permissions, network } = granted
    const rules = [{ type: 'expiry', data: { timestamp: expiry } }]
    const chainId = quantityOf(BigInt(chainNumberOf(network)))
    return permissions.map((permission) => ({
      id,
      chainId,
      from: address,
      to: app,
      permission: { ...permission, isAdjustmentAllowed: false },
      rules,
      context: name,
      dependencies: [],
    }))
  })

async function prepareGrant(
  context: FrameContext,
  { network, method }: Asked,
  wanted: WantedPermissions,
  resultOf: (granted: Granted) => unknown,
): Promise<Prepared> {
  if (wanted.chainId !== undefined && Number(wanted.chainId) !== chainNumberOf(network))
    throw invalidParams('The permissions are for another network')
  const from = await smartAccount(context, network, wanted.account)
  const { app, expiry, permissions } = wanted
  const [own, isInstalled, { id, gateway }] = await Promise.all([
    openSmartAccount(context, network),
    hasSessions(context, network, from),
    context.api.call('permissionCreate', {
      body: { chainId: network, address: from, app, expiry, permissions: [...permissions] },
    }),
  ])
  // As the contract has it.
  const session = { id, app, gateway: gateway as Hex, validUntil: expiry }
  return prepareOperation(context, own, {
    network,
    method,
    calls: [openSessionCall(own.account.address, session, { isInstalled })],
    paramsFor: (fees) => [
      { from, id, app, gateway, expiry, permissions: [...permissions], isInstalled, ...fees },
    ],
    async resultOf(operation) {
      await waitForGrant(context, network, { id, operation })
      return resultOf({ ...wanted, id, context: sessionContext(id), address: from, network })
    },
  })
}

const revocation = v.looseObject({
  id: v.optional(v.string()),
  context: v.optional(v.string()),
  permissionContext: v.optional(v.string()),
  permissionsContext: v.optional(v.string()),
})

/** By its id, or by the context that an app was given. */
export const revokePermissions: Prepare = async (context, { network, method, params }) => {
  const [named] = read(v.tupleWithRest([revocation], v.unknown()), params)
  const name = named.id ?? named.permissionsContext ?? named.permissionContext ?? named.context
  const { permissions } = await context.api.call('permissionList', {})
  const found = permissions.find(
    (each) => each.chainId === network && name !== undefined && namesOf(each).includes(name.toLowerCase()),
  )
  if (!found) throw invalidParams('There is no such permission')
  const { id } = found
  const from = await smartAccount(context, network, found.address)
  const own = await openSmartAccount(context, network)
  return prepareOperation(context, own, {
    network,
    method,
    calls: [closeSessionCall(id)],
    paramsFor: (fees) => [{ from, id, ...fees }],
    // Before the network is asked: from here on the gateway signs for it no more.
    begin: async () => void (await context.api.call('permissionRevoke', { params: { id }, body: {} })),
    async resultOf(operation) {
      await requireDone(context, network, operation)
      return {}
    },
  })
}

const namesOf = ({ id }: { readonly id: string }): string[] => [id, sessionContext(id)]

async function smartAccount(context: FrameContext, network: string, named: string | undefined): Promise<Hex> {
  const { type, address } = await accountFor(context, network, named)
  if (type !== 'smartAccount') throw new RpcFailure(4200, 'Only a smart account permits something for a time')
  return address.toLowerCase() as Hex // an Ethereum account
}

/** An account that is not deployed has no modules. */
async function hasSessions(context: FrameContext, network: string, account: Hex): Promise<boolean> {
  const call = { to: account, data: hasSessionsData() }
  const told = await callNode(context, network, 'eth_call', [call, 'latest'])
  return typeof told === 'string' && told !== '0x' && BigInt(told) === 1n
}
