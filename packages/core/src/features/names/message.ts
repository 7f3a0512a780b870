/** What is signed to register a name: bound to the page, the network and a nonce that the gateway burns (D-20). */
import { type NetworkId, parseNetworkId } from '@latchkey/spec/caip'
import { nameMessages } from '@latchkey/spec/endpoints'
import { limits } from '@latchkey/spec/limits'
import * as v from 'valibot'

/** ENSIP-11: Ethereum's own coin type, under which every name is also found. */
export const mainnetCoinType = 60

/** ENSIP-19: any eip155 network. */
export const anyEvmCoinType = 0x8000_0000

/** ENSIP-11: a chain as a coin type. A chain id of more than 31 bits has none, and its names are Ethereum's. */
export function coinTypeOf(networkId: NetworkId): number {
  const chainId = Number(parseNetworkId(networkId)?.reference)
  const fits = Number.isSafeInteger(chainId) && chainId > 0 && chainId < anyEvmCoinType
  return fits ? anyEvmCoinType + chainId : mainnetCoinType
}

export interface RegistrationInput {
  readonly name: string
  readonly domain: string
  readonly projectId: string | undefined
  readonly networkId: NetworkId
  readonly nonce: string
  readonly expiresAt: string
}

/** JSON text, checked against what the gateway reads before a wallet is asked for anything. */
export function registrationMessage(input: RegistrationInput): string {
  const { name, domain, projectId, networkId, nonce, expiresAt } = input
  const message = {
    action: 'register',
    name,
    version: '2',
    domain,
    ...(projectId ? { projectId } : {}),
    chainId: networkId,
    nonce,
    // The gateway's time: a page whose clock is wrong signs nothing from the future.
    issuedAt: new Date(Date.parse(expiresAt) - limits.nameNonce).toISOString(),
    expiresAt,
  }
  v.assert(nameMessages.register, message)
  return JSON.stringify(message)
}
