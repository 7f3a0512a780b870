/** Messages of the Bitcoin account (BIP-322), in the spelling of the relay's method. */
import { hex } from '@scure/base'
import * as v from 'valibot'
import { textBytes } from '../../../keys/bytes.js'
import { accountFor } from '../accountFor.js'
import { freeze } from '../frozen.js'
import { read } from '../parseParams.js'
import { RpcFailure } from '../rpcFailure.js'
import type { Prepare } from './index.js'

const text = v.pipe(v.string(), v.maxLength(65_536))
const asked = v.looseObject({
  message: text,
  account: v.optional(text),
  address: v.optional(text),
  protocol: v.optional(v.string()),
})

export const bitcoinMessage: Prepare = async (context, { network, method, params }) => {
  const { message, account: named, address = named, protocol } = read(asked, params)
  if (protocol !== undefined && protocol !== 'bip322')
    throw new RpcFailure(4200, 'Only BIP-322 signatures are made')
  const { address: account } = await accountFor(context, network, address)
  const frozen = await freeze({
    v: 1,
    origin: context.embedder.origin,
    account,
    namespace: 'bip122',
    chainId: network,
    method,
    params: { message, account },
  })
  return {
    frozen,
    atLast: async () => ({}),
    async finish(signed) {
      if (signed.kind !== 'signature') throw new TypeError('expected a signature')
      const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', textBytes(message)))
      return {
        result: { address: account, signature: signed.signature, messageHash: hex.encode(hash) },
        state: 'signed',
      }
    },
  }
}
