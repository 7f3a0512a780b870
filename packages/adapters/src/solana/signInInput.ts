/** A sign-in in the words of `solana:signIn`: the wallet writes the message itself from these fields. */
import type { SignInData } from '@latchkey/spec/signIn'
import { localnet } from './clusters.js'

/** Fields that have no value are left out: wallets write down what they are given. */
export function signInInput(data: SignInData, cluster: string): Readonly<Record<string, unknown>> {
  const { domain, accountAddress, statement, uri, version, nonce } = data
  const { issuedAt, expirationTime, notBefore, requestId, resources } = data
  // Wallets know networks by their names; one that has none is called by its genesis.
  const chainId = cluster === localnet ? data.chainId.slice(data.chainId.indexOf(':') + 1) : cluster.slice(7)
  const fields = {
    domain,
    address: accountAddress,
    statement,
    uri,
    version,
    chainId,
    nonce,
    issuedAt,
    expirationTime,
    notBefore,
    requestId,
    resources,
  }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}
