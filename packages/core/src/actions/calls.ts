/** Contract calls and bundles of calls, asked of the wallet (S5-12). */
import type { CallsRequest, CallsStatus, Capabilities, ContractCall } from '../connector.js'
import type { KitContext } from '../context.js'
import type { RequestInput, SignInput } from '../kit.js'
import { inquireWallet } from '../wallets/inquire.js'
import { capability, requestWallet } from '../wallets/request.js'

export function writeContract(
  context: KitContext,
  { call, ...input }: SignInput & { readonly call: ContractCall },
): Promise<string> {
  return requestWallet(context, input, ({ session, ...request }) =>
    capability(session, 'writeContract', 'call contracts')({ ...request, call }),
  )
}

export function sendCalls(
  context: KitContext,
  { namespace, address, networkId, signal, ...bundle }: SignInput & CallsRequest,
): Promise<string> {
  const input = pick({ namespace, address, networkId, signal })
  return requestWallet(context, input, ({ session, ...request }) =>
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
const pick = (input: { readonly [name in keyof SignInput]: SignInput[name] | undefined }): SignInput =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
