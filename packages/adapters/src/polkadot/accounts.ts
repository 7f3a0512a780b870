/** Accounts from wallets: checked, each once, and written as the network that is shown writes them (D-15). */
import { asAddress, type NetworkId } from '@latchkey/spec/caip'
import type { Account } from '@latchkey/spec/entities'
import { bytesToHex } from '@noble/hashes/utils.js'
import { isGenesisOf } from './prefixes.js'
import { decodeSs58, encodeSs58 } from './ss58.js'

export const keyKinds = ['sr25519', 'ed25519', 'ecdsa'] as const
export type KeyKind = (typeof keyKinds)[number]

export interface PolkadotAccount {
  /** As the wallet writes it; it knows the account by this. */
  readonly spelled: string
  readonly id: Uint8Array
  /** `undefined` where the wallet does not say; the signature tells. */
  readonly kind: KeyKind | undefined
  /** The only network that the account is for, where there is one. */
  readonly genesisHash: string | undefined
}

/** More than anybody reads; a wallet may list without end. */
const mostAccounts = 256

/**
 * What a wallet listed. Left out is what is no address of this namespace: accounts of the kind `ethereum`, which have
 * another form of address and sign in another way, belong to eip155.
 */
export function readAccounts(value: unknown): readonly PolkadotAccount[] {
  const list: readonly unknown[] = Array.isArray(value) ? value.slice(0, mostAccounts) : []
  const seen = new Set<string>()
  return list.flatMap((each) => {
    const account = readAccount(each)
    const key = account && bytesToHex(account.id)
    if (!key || seen.has(key)) return []
    seen.add(key)
    return [account]
  })
}

function readAccount(value: unknown): PolkadotAccount | undefined {
  if (!(value instanceof Object) || !('address' in value) || typeof value.address !== 'string')
    return undefined
  const kind = 'type' in value ? value.type : undefined
  if (kind === 'ethereum') return undefined
  const read = decodeSs58(value.address)
  if (typeof read !== 'object') return undefined
  const genesisHash = 'genesisHash' in value ? value.genesisHash : undefined
  return {
    spelled: value.address,
    id: read.account,
    kind: keyKinds.find((known) => known === kind),
    genesisHash: typeof genesisHash === 'string' && genesisHash !== '' ? genesisHash : undefined,
  }
}

/** Those that can be used on a network; all of them where none could, because a connected wallet has an account. */
export function accountsOn(
  accounts: readonly PolkadotAccount[],
  networkId: NetworkId | undefined,
): readonly PolkadotAccount[] {
  if (!networkId) return accounts
  const usable = accounts.filter(
    ({ genesisHash }) => genesisHash === undefined || isGenesisOf(networkId, genesisHash),
  )
  return usable.length > 0 ? usable : accounts
}

/** An account of the kind ecdsa is the digest of its key, so only of the others the key is known. */
export function shownAccount(account: PolkadotAccount, prefix: number): Account {
  const isKey = account.kind === 'sr25519' || account.kind === 'ed25519'
  return {
    namespace: 'polkadot',
    address: asAddress(encodeSs58(account.id, prefix)),
    type: 'eoa',
    ...(isKey && { publicKey: `0x${bytesToHex(account.id)}` }),
  }
}

export const isSameAccount = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, index) => byte === other[index])
