/** One person's account on a network of another family, with the key behind it. */
import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { blake2b } from '@noble/hashes/blake2.js'
import { base58, hex } from '@scure/base'
import { NETWORK, p2tr, p2wpkh, TEST_NETWORK } from '@scure/btc-signer'
import { getPublicKey, secretFromSeed } from '@scure/sr25519'
import { devKeys } from './devKeys.js'
import type { OtherNetwork } from './networks.js'

export interface OtherAccount {
  readonly address: string
  readonly privateKey: Uint8Array
  readonly publicKey: Uint8Array
  /** Of a Bitcoin address. */
  readonly purpose?: 'payment' | 'ordinal'
  readonly path?: string
}

export const peopleCount = devKeys.length

export const bitcoinNetwork = ({ bech32 }: OtherNetwork) =>
  bech32 === 'bc' ? NETWORK : { ...TEST_NETWORK, bech32: bech32 ?? 'tb' }

/** The account that apps are shown. */
export function accountAt(network: OtherNetwork, person: number): OtherAccount | undefined {
  return accountsAt(network, person)[0]
}

// Derived from constants, and some milliseconds each: every question looks through all of them.
const made = new Map<string, readonly OtherAccount[]>()

/** All of one person on a network: Bitcoin has one for payments and one for ordinals. */
export function accountsAt(network: OtherNetwork, person: number): readonly OtherAccount[] {
  const key = `${network.id} ${person}`
  const accounts = made.get(key) ?? derive(network, person)
  made.set(key, accounts)
  return accounts
}

function derive(network: OtherNetwork, person: number): readonly OtherAccount[] {
  const keys = devKeys[person]
  if (!keys) return []
  switch (network.namespace) {
    case 'solana': {
      const privateKey = hex.decode(keys.solana)
      const publicKey = ed25519.getPublicKey(privateKey)
      return [{ address: base58.encode(publicKey), privateKey, publicKey }]
    }
    case 'bip122': {
      const on = bitcoinNetwork(network)
      const payment = hex.decode(keys.payment)
      const ordinals = hex.decode(keys.ordinals)
      const [paymentKey, ordinalsKey] = [secp256k1.getPublicKey(payment), secp256k1.getPublicKey(ordinals)]
      return [
        {
          address: p2wpkh(paymentKey, on).address ?? '',
          privateKey: payment,
          publicKey: paymentKey,
          purpose: 'payment',
          path: `m/84'/1'/0'/0/${person}`,
        },
        {
          address: p2tr(ordinalsKey.slice(1), undefined, on).address ?? '',
          privateKey: ordinals,
          publicKey: ordinalsKey,
          purpose: 'ordinal',
          path: `m/86'/1'/0'/0/${person}`,
        },
      ]
    }
    case 'polkadot': {
      const privateKey = secretFromSeed(hex.decode(keys.polkadot))
      const publicKey = getPublicKey(privateKey)
      return [{ address: ss58(publicKey, network.prefix ?? 42), privateKey, publicKey }]
    }
  }
}

/** The wallet's own account behind an address, on any of its people. */
export function ownAccount(network: OtherNetwork, address: string): OtherAccount | undefined {
  for (let person = 0; person < peopleCount; person++) {
    const found = accountsAt(network, person).find((account) => account.address === address)
    if (found) return found
  }
  return undefined
}

/** Whose account it is. */
export function personOf(network: OtherNetwork, address: string): number | undefined {
  for (let person = 0; person < peopleCount; person++)
    if (accountsAt(network, person).some((account) => account.address === address)) return person
  return undefined
}

/** Prefixes below 64 are one byte; those of all networks here are. */
function ss58(publicKey: Uint8Array, prefix: number): string {
  const body = Uint8Array.of(prefix, ...publicKey)
  const digest = blake2b(Uint8Array.of(...new TextEncoder().encode('SS58PRE'), ...body), { dkLen: 64 })
  return base58.encode(Uint8Array.of(...body, ...digest.slice(0, 2)))
}
