/** Contract calls and bundles of calls, asked of the wallet (S5-12). */
import type { CallsRequest, CallsStatus, Capabilities, ContractCall } from '../connector.js'
import type { KitContext } from '../context.js'
import type { RequestInput, SendInput } from '../kit.js'
import { inquireWallet } from '../wallets/inquire.js'
import { capability } from '../wallets/request.js'
import { requestSending } from '../wallets/requestSending.js'

export function writeContract(
  context: KitContext,
  { call, ...input }: SendInput & { readonly call: ContractCall },
): Promise<string> {
  const kind = call.functionName === 'approve' ? 'approve' : 'call'
  return requestSending(context, { kind, ...input }, ({ session, ...request }) =>
    capability(session, 'writeContract', 'call contracts')({ ...request, call }),
  )
}

export function sendCalls(
  context: KitContext,
  { namespace, address, networkId, signal, meta, ...bundle }: SendInput & CallsRequest,
): Promise<string> {
  const input = pick({ namespace, address, networkId, signal, meta })
  return requestSending(context, { isBundle: true, ...input }, ({ session, ...request }) =>
    capability(session, 'sendCalls', 'bundle calls')({ ...bundle, ...request }),
  )
}

export function getCallsStatus(
  context: KitContext,
  { id, ...input }: RequestInput & { readonly id: string },
): Promise<CallsStatus> {
  return inquireWallet(context, input, async ({ session, ...request }) =>
    capability(session, 'getCallsStatus', 'bundle calls')({ ...request, id }),
  )
}

export function getCapabilities(context: KitContext, input: RequestInput = {}): Promise<Capabilities> {
  return inquireWallet(context, input, async ({ session, ...request }) =>
    capability(session, 'getCapabilities', 'tell its capabilities')(request),
  )
}

/** Leaves out what nobody gave: an absent option and an undefined one are not the same. */
const pick = (input: { readonly [name in keyof SendInput]: SendInput[name] | undefined }): SendInput =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
