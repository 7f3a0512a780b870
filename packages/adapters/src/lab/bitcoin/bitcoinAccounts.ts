/** Real Bitcoin keys behind a lab wallet: its addresses, and what they sign. Another library than the one that checks. */
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import * as secp256k1 from '@noble/secp256k1'
import * as btc from '@scure/btc-signer'
import {
  type BTC_NETWORK,
  concatBytes,
  NETWORK,
  pubECDSA,
  pubSchnorr,
  sha256x2,
  TEST_NETWORK,
  tagSchnorr,
} from '@scure/btc-signer/utils.js'
import type { BitcoinNetwork } from '../../bip122/networks.js'
import type { AddressPurpose, MessageProtocol } from '../../bip122/source.js'

/** How a wallet's payment address is made. */
export type PaymentKind = 'p2wpkh' | 'p2sh' | 'p2pkh' | 'p2tr'

export interface BitcoinLabKey {
  readonly privateKey: Uint8Array
  readonly purpose: AddressPurpose
  readonly kind: PaymentKind
}

export interface BitcoinLabAddress {
  readonly address: string
  readonly purpose: AddressPurpose
  /** Hexadecimal. */
  readonly publicKey: string
  readonly script: Uint8Array
  readonly privateKey: Uint8Array
  /** What an input that spends from it must say. */
  readonly fields: object
}

const prefixes: Readonly<Record<BitcoinNetwork, BTC_NETWORK>> = {
  mainnet: NETWORK,
  testnet: TEST_NETWORK,
  testnet4: TEST_NETWORK,
  signet: TEST_NETWORK,
  regtest: { ...TEST_NETWORK, bech32: 'bcrt' },
}

export const prefixesOf = (network: BitcoinNetwork): BTC_NETWORK => prefixes[network]

export function addressOf(
  { privateKey, purpose, kind }: BitcoinLabKey,
  on: BitcoinNetwork,
): BitcoinLabAddress {
  const network = prefixes[on]
  const key = pubECDSA(privateKey)
  const innerKey = pubSchnorr(privateKey)
  const payments = {
    p2wpkh: () => btc.p2wpkh(key, network),
    p2sh: () => btc.p2sh(btc.p2wpkh(key, network), network),
    p2pkh: () => btc.p2pkh(key, network),
    p2tr: () => btc.p2tr(innerKey, undefined, network),
  }
  const payment = payments[kind]()
  const publicKey = kind === 'p2tr' ? innerKey : key
  return {
    address: payment.address ?? '',
    purpose,
    publicKey: [...publicKey].map((byte) => byte.toString(16).padStart(2, '0')).join(''),
    script: payment.script,
    privateKey,
    fields: payment,
  }
}

const encode = (text: string) => new TextEncoder().encode(text)
const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))

export function signText(signer: BitcoinLabAddress, message: string, protocol: MessageProtocol): string {
  return base64(protocol === 'ecdsa' ? signRecoverable(signer, message) : signWitness(signer, message))
}

/** BIP-137; the first byte is the one that wallets give for every kind of address with a short key. */
function signRecoverable({ privateKey }: BitcoinLabAddress, message: string): Uint8Array {
  const parts = ['Bitcoin Signed Message:\n', message].map((text) => {
    const bytes = encode(text)
    return concatBytes(btc.CompactSize.encode(BigInt(bytes.length)), bytes)
  })
  secp256k1.hashes.sha256 ??= sha256
  secp256k1.hashes.hmacSha256 ??= (key, text) => hmac(sha256, key, text)
  const signed = secp256k1.sign(sha256x2(...parts), privateKey, { prehash: false, format: 'recovered' })
  return concatBytes(Uint8Array.of(31 + (signed[0] ?? 0)), signed.slice(1))
}

/** BIP-322: signs a transaction that spends what only the message makes. */
function signWitness({ script, privateKey, fields }: BitcoinLabAddress, message: string): Uint8Array {
  const loose = { version: 0, allowUnknownInputs: true, allowUnknownOutputs: true, disableScriptCheck: true }
  const toSpend = new btc.Transaction(loose)
  // The output first: the library lets nothing follow an input that is complete.
  toSpend.addOutput({ script, amount: 0n })
  const digest = tagSchnorr('BIP0322-signed-message', encode(message))
  toSpend.addInput({
    txid: new Uint8Array(32),
    index: 0xffffffff,
    sequence: 0,
    finalScriptSig: concatBytes(Uint8Array.of(0, 32), digest),
  })
  const toSign = new btc.Transaction(loose)
  const input = { ...fields, txid: toSpend.id, index: 0, sequence: 0, witnessUtxo: { script, amount: 0n } }
  toSign.addInput(input)
  toSign.addOutput({ script: Uint8Array.of(0x6a), amount: 0n })
  toSign.sign(privateKey)
  toSign.finalize()
  return btc.RawWitness.encode([...(toSign.getInput(0).finalScriptWitness ?? [])])
}
