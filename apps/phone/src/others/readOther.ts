/** Requests on networks of other families, by the methods of each. */
import { rpcCodes } from '@latchkey/spec/errors'
import type { QuietRequest } from '../asks/ask.js'
import { refuse } from '../asks/context.js'
import { safeLine } from '../words/safeText.js'
import { bitcoinMethods } from './bitcoin.js'
import type { OtherNamespace } from './networks.js'
import { polkadotMethods } from './polkadot.js'
import type { OtherContext, OtherReader, OtherRequest } from './request.js'
import { solanaMethods } from './solana.js'

const methods: Readonly<Record<OtherNamespace, Readonly<Record<string, OtherReader>>>> = {
  solana: solanaMethods,
  bip122: bitcoinMethods,
  polkadot: polkadotMethods,
}

export const otherMethods = (namespace: OtherNamespace): readonly string[] => Object.keys(methods[namespace])

export function readOther(
  method: string,
  params: unknown,
  context: OtherContext,
): OtherRequest | QuietRequest {
  const own = methods[context.network.namespace]
  const read = Object.hasOwn(own, method) ? own[method] : undefined
  if (!read) return refuse(rpcCodes.unsupportedMethod, `This wallet does not have ${safeLine(method, 60)}`)
  return read(params, context)
}
