/** Messages signed by a Bitcoin address: the older way by a key that can be recovered, and BIP-322. */
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { base64 } from '@scure/base'
import { OutScript, p2tr, p2wpkh, RawTx, RawWitness, SigHash, Transaction, utils } from '@scure/btc-signer'
import { bitcoinNetwork, type OtherAccount } from './accounts.js'
import type { OtherNetwork } from './networks.js'

const sha256d = (bytes: Uint8Array) => sha256(sha256(bytes))

function compactSize(length: number): Uint8Array {
  if (length < 0xfd) return Uint8Array.of(length)
  return Uint8Array.of(0xfd, length & 0xff, length >> 8)
}

/** Header 39 and above: P2WPKH (BIP-137). */
export function signRecoverable(text: string, { privateKey }: OtherAccount): string {
  const message = new TextEncoder().encode(text)
  const prefix = new TextEncoder().encode('\x18Bitcoin Signed Message:\n')
  const digest = sha256d(concatBytes(prefix, compactSize(message.length), message))
  const [recovery = 0, ...rest] = secp256k1.sign(digest, privateKey, { prehash: false, format: 'recovered' })
  return base64.encode(Uint8Array.of(39 + recovery, ...rest))
}

/** The witness that would spend an output which only the message and the address make (BIP-322, simple). */
export function signSimple(text: string, account: OtherAccount, network: OtherNetwork): string {
  const on = bitcoinNetwork(network)
  const isTaproot = account.purpose === 'ordinal'
  const { script } = isTaproot
    ? p2tr(account.publicKey.slice(1), undefined, on)
    : p2wpkh(account.publicKey, on)
  const options = { allowUnknownOutputs: true, allowUnknownVersion: true, disableScriptCheck: true }
  const tx = Transaction.fromRaw(spendingOf(text, script), options)
  return base64.encode(RawWitness.encode(witnessOf(tx, script, account, isTaproot)))
}

/** The transaction that is signed and never sent: it spends an output which only the message and the script make. */
export function spendingOf(text: string, script: Uint8Array): Uint8Array {
  const tag = sha256(new TextEncoder().encode('BIP0322-signed-message'))
  const digest = sha256(concatBytes(tag, tag, new TextEncoder().encode(text)))
  const spent = RawTx.encode({
    version: 0,
    segwitFlag: false,
    inputs: [
      {
        txid: new Uint8Array(32),
        index: 0xffffffff,
        finalScriptSig: Uint8Array.of(0x00, 0x20, ...digest),
        sequence: 0,
      },
    ],
    outputs: [{ amount: 0n, script }],
    witnesses: undefined,
    lockTime: 0,
  })
  return RawTx.encode({
    version: 0,
    segwitFlag: false,
    inputs: [{ txid: sha256d(spent).reverse(), index: 0, finalScriptSig: new Uint8Array(), sequence: 0 }],
    outputs: [{ amount: 0n, script: Uint8Array.of(0x6a) }],
    witnesses: undefined,
    lockTime: 0,
  })
}

function witnessOf(
  tx: Transaction,
  script: Uint8Array,
  account: OtherAccount,
  isTaproot: boolean,
): Uint8Array[] {
  if (isTaproot) {
    const digest = tx.preimageWitnessV1(0, [script], SigHash.DEFAULT, [0n])
    return [schnorr.sign(digest, taprootKey(account.privateKey))]
  }
  const decoded = OutScript.decode(script)
  if (decoded?.type !== 'wpkh') throw new Error('a payment address is P2WPKH')
  const digest = tx.preimageWitnessV0(
    0,
    OutScript.encode({ type: 'pkh', hash: decoded.hash }),
    SigHash.ALL,
    0n,
  )
  const signature = secp256k1.sign(digest, account.privateKey, { prehash: false, format: 'der', lowS: true })
  return [Uint8Array.of(...signature, SigHash.ALL), account.publicKey]
}

/** The key behind a taproot address: tweaked, and turned where its point is odd (BIP-341). */
function taprootKey(privateKey: Uint8Array): Uint8Array {
  const { Fn } = secp256k1.Point
  const point = secp256k1.Point.fromBytes(secp256k1.getPublicKey(privateKey, true))
  const scalar = Fn.fromBytes(privateKey)
  const even = (point.y & 1n) === 0n ? scalar : Fn.neg(scalar)
  const internal = utils.pubSchnorr(privateKey)
  const tag = sha256(new TextEncoder().encode('TapTweak'))
  const tweak = Fn.fromBytes(sha256(concatBytes(tag, tag, internal)))
  return Fn.toBytes(Fn.add(even, tweak))
}
