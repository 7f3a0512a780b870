/** Whether an address signed a text, by another library than the adapter asks; for the tests of this folder. */
import { sha256 } from '@noble/hashes/sha2.js'
import * as secp256k1 from '@noble/secp256k1'
import * as btc from '@scure/btc-signer'
import { concatBytes, sha256x2, tagSchnorr } from '@scure/btc-signer/utils.js'
import { prefixesOf } from '../lab/bitcoin/bitcoinAccounts.js'

export interface SignedText {
  readonly address: string
  readonly message: string
  /** Base64. */
  readonly signature: string
}

const networks = [prefixesOf('regtest'), prefixesOf('testnet')]
const encode = (text: string) => new TextEncoder().encode(text)

export function isSignedInSecondOpinion({ address, message, signature }: SignedText): boolean {
  secp256k1.hashes.sha256 ??= sha256
  const bytes = Uint8Array.from(atob(signature), (each) => each.charCodeAt(0))
  const network = networks.find((each) => canRead(address, each))
  if (!network) return false
  if (bytes.length === 65) return isRecovered(bytes, message, (key) => addressesOf(key, network), address)
  const script = btc.OutScript.encode(btc.Address(network).decode(address))
  const tx = toSign(script, message)
  const [given = none, key] = btc.RawWitness.decode(bytes)
  if (!key) {
    const digest = tx.preimageWitnessV1(0, [script], btc.SigHash.DEFAULT, [0n])
    return given.length === 64 && secp256k1.schnorr.verify(given, digest, script.slice(2))
  }
  const isOwn = btc.p2wpkh(key, network).address === address
  const code = btc.p2pkh(key, network).script
  const digest = tx.preimageWitnessV0(0, code, given.at(-1) ?? 0, 0n)
  return isOwn && secp256k1.verify(compact(given), digest, key, { prehash: false })
}

const none = new Uint8Array()

function canRead(address: string, network: (typeof networks)[number]): boolean {
  try {
    return btc.Address(network).decode(address) !== undefined
  } catch {
    return false
  }
}

const addressesOf = (key: Uint8Array, network: (typeof networks)[number]) => [
  btc.p2pkh(key, network).address,
  btc.p2wpkh(key, network).address,
  btc.p2sh(btc.p2wpkh(key, network), network).address,
]

/** BIP-137: the key is found from the signature, and the address from the key. */
function isRecovered(
  bytes: Uint8Array,
  message: string,
  addresses: (key: Uint8Array) => readonly (string | undefined)[],
  address: string,
): boolean {
  const parts = ['Bitcoin Signed Message:\n', message].map((text) => {
    const each = encode(text)
    return concatBytes(btc.CompactSize.encode(BigInt(each.length)), each)
  })
  const recovered = Uint8Array.from([((bytes[0] ?? 0) - 27) & 3, ...bytes.slice(1)])
  const key = secp256k1.recoverPublicKey(recovered, sha256x2(...parts), { prehash: false })
  return addresses(key).includes(address)
}

/** BIP-322, as its text has it: a transaction that spends what another one pays to the address, for this message. */
function toSign(script: Uint8Array, message: string): btc.Transaction {
  const toSpend = concatBytes(
    ...[zeros(4), Uint8Array.of(1), zeros(32), zeros(4).fill(0xff), Uint8Array.of(34, 0, 32)],
    tagSchnorr('BIP0322-signed-message', encode(message)),
    ...[zeros(4), Uint8Array.of(1), zeros(8), Uint8Array.of(script.length), script, zeros(4)],
  )
  const tx = new btc.Transaction({ version: 0, allowUnknownOutputs: true })
  const txid = sha256x2(toSpend).reverse()
  tx.addInput({ txid, index: 0, sequence: 0, witnessUtxo: { script, amount: 0n } })
  tx.addOutput({ script: Uint8Array.of(0x6a), amount: 0n })
  return tx
}

const zeros = (length: number) => new Uint8Array(length)

/** Two numbers, each with its length before it, as two times 32 bytes. */
function compact(der: Uint8Array): Uint8Array {
  const first = der[3] ?? 0
  const [r, s] = [der.slice(4, 4 + first), der.slice(6 + first, 6 + first + (der[5 + first] ?? 0))]
  return concatBytes(...[r, s].map((each) => Uint8Array.from([...zeros(32), ...each]).slice(-32)))
}
