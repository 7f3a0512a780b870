/** What the network knows of a session: whether its account has opened it, with these two keys and until this end. */
import { deployment, sessionNumber } from '@latchkey/accounts'
import { decodeFunctionResult, encodeFunctionData, parseAbi } from 'viem'
import { publicKeyToAddress } from 'viem/accounts'
import type { ChainData } from '../chain/openChainData.js'
import type { Hex } from '../chain/shapes.js'
import { keysOf } from './appHalf.js'
import type { StoredSession } from './sessions.js'

const abi = parseAbi([
  'function sessionOf(address account, uint32 number) view returns ((address app, address gateway, uint48 validUntil))',
])
const functionName = 'sessionOf'

/** Throws where the network is not served, or does not answer. */
export type IsOpened = (session: StoredSession, signal?: AbortSignal) => Promise<boolean>

export function createIsOpened({ chainOf }: Pick<ChainData, 'chainOf'>): IsOpened {
  return async (session, signal) => {
    const { networkId, address, pci, signer, expiry } = session
    if (networkId === null) return false
    const args = [address as Hex, sessionNumber(pci)] as const // as it is kept
    const data = encodeFunctionData({ abi, functionName, args })
    const call = { to: deployment.sessionValidator, data }
    const answer = await chainOf(networkId).call(call, signal ? { signal } : {})
    // Where the module is not deployed, nobody has opened anything.
    if (answer === '0x') return false
    const { app, gateway, validUntil } = decodeFunctionResult({ abi, functionName, data: answer })
    return (
      keysOf(signer).includes(app.toLowerCase()) &&
      gateway.toLowerCase() === gatewayOf(session) &&
      validUntil === expiry
    )
  }
}

export function gatewayOf({ publicKey }: Pick<StoredSession, 'publicKey'>): Hex {
  return publicKeyToAddress(publicKey as Hex).toLowerCase() as Hex // written by us; lower case of hex is hex
}
