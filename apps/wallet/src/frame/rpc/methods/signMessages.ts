/** Messages and typed data of Ethereum accounts, plain and smart. Nothing is broadcast. */
import type { ApprovalPayload } from '@latchkey/spec/walletApi'
import { accountFor } from '../accountFor.js'
import { freeze } from '../frozen.js'
import { isDeployed } from '../isDeployed.js'
import { readMessageParams, readTypedDataParams } from '../parseParams.js'
import type { Outcome } from '../prepared.js'
import { RpcFailure } from '../rpcFailure.js'
import type { Prepare } from './index.js'

export const personalSign: Prepare = async (context, { network, method, params }) => {
  const { message, account: named } = readMessageParams(params)
  return prepareSignature(context, { network, method, named, paramsFor: (account) => [message, account] })
}

export const signTypedData: Prepare = async (context, { network, method, params }) => {
  const { data, account: named } = readTypedDataParams(params)
  return prepareSignature(context, { network, method, named, paramsFor: (account) => [account, data] })
}

async function prepareSignature(
  context: Parameters<Prepare>[0],
  asked: {
    readonly network: string
    readonly method: string
    readonly named: string
    readonly paramsFor: (account: string) => ApprovalPayload['params']
  },
): ReturnType<Prepare> {
  const { network, method, named, paramsFor } = asked
  const { address, type } = await accountFor(context, network, named)
  const frozen = await freeze({
    v: 1,
    origin: context.embedder.origin,
    account: address,
    namespace: 'eip155',
    chainId: network,
    method,
    params: paramsFor(address),
  })
  return {
    frozen,
    async atLast() {
      if (type !== 'smartAccount') return {}
      const deployed = await isDeployed(context, address, network)
      // The form of the signature depends on it, so it is not guessed.
      if (deployed === undefined) throw new RpcFailure(4901, 'The network does not answer')
      return { smartAccount: { isDeployed: deployed } }
    },
    finish: async (signed): Promise<Outcome> => {
      if (signed.kind !== 'signature') throw new TypeError('expected a signature')
      return { result: signed.signature, state: 'signed' }
    },
  }
}
