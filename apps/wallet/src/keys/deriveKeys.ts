/** The keys of a wallet, from its sixteen secret bytes: BIP-39 without a passphrase, then a path per namespace. */
import { counterfactualAddress } from '@latchkey/accounts'
import { keyPaths, type WalletAccount } from '@latchkey/spec/walletApi'
import { ed25519 } from '@noble/curves/ed25519.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base58, bech32 } from '@scure/base'
import { HDKey } from '@scure/bip32'
import { entropyToMnemonic, mnemonicToSeedWebcrypto } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { addr } from 'micro-eth-signer'
import { type Bytes, toBase64url, wipe } from './bytes.js'
import { ed25519KeyAt } from './slip10.js'

export interface AccountKey {
  readonly privateKey: Bytes
  readonly publicKey: Bytes
  readonly address: string
}

/** The roles a key can have; each has its path. */
export type KeyRole = keyof typeof keyPaths

export type WalletKeys = Readonly<Record<KeyRole, AccountKey>> & { wipe(): void }

/** Twelve words; made where somebody exports, and nowhere else. */
export const wordsOf = (secret: Uint8Array): string => entropyToMnemonic(secret, wordlist)

export async function deriveKeys(secret: Uint8Array): Promise<WalletKeys> {
  const seed = await mnemonicToSeedWebcrypto(wordsOf(secret))
  const root = HDKey.fromMasterSeed(seed)
  try {
    const keys = {
      eip155: ethereumKey(root, keyPaths.eip155),
      smartAccountOwner: ethereumKey(root, keyPaths.smartAccountOwner),
      solana: solanaKey(seed),
      bip122: bitcoinKey(root),
    }
    const secrets = Object.values(keys).map(({ privateKey }) => privateKey)
    return { ...keys, wipe: () => wipe(...secrets) }
  } finally {
    root.wipePrivateData()
    wipe(seed)
  }
}

/** The accounts that a page may see. The owner of the smart account is a key, never an account. */
export function accountsOf(keys: WalletKeys): WalletAccount[] {
  const account = (role: 'eip155' | 'solana' | 'bip122', type: WalletAccount['type']): WalletAccount => ({
    namespace: role,
    type,
    address: keys[role].address,
    publicKey: toBase64url(keys[role].publicKey),
    path: keyPaths[role],
  })
  return [
    account('eip155', 'eoa'),
    smartAccountOf(keys.smartAccountOwner),
    account('solana', 'eoa'),
    account('bip122', 'payment'),
  ]
}

/** The contract that this key owns; it has the same address on every network, deployed or not. */
function smartAccountOf({ address }: AccountKey): WalletAccount {
  // `addr` writes addresses as hexadecimal with the prefix.
  const owner = address as `0x${string}`
  return { namespace: 'eip155', type: 'smartAccount', address: counterfactualAddress({ owner }), owner }
}

function pairAt(root: HDKey, path: string): { privateKey: Bytes; publicKey: Bytes } {
  const { privateKey, publicKey } = root.derive(path)
  if (!privateKey || !publicKey) throw new Error('a branch of the tree has no key')
  return { privateKey: new Uint8Array(privateKey), publicKey: new Uint8Array(publicKey) }
}

function ethereumKey(root: HDKey, path: string): AccountKey {
  const pair = pairAt(root, path)
  return { ...pair, address: addr.fromPublicKey(pair.publicKey) }
}

function bitcoinKey(root: HDKey): AccountKey {
  const pair = pairAt(root, keyPaths.bip122)
  const program = ripemd160(sha256(pair.publicKey))
  return { ...pair, address: bech32.encode('bc', [0, ...bech32.toWords(program)]) }
}

function solanaKey(seed: Uint8Array): AccountKey {
  const privateKey = ed25519KeyAt(seed, keyPaths.solana)
  const publicKey = new Uint8Array(ed25519.getPublicKey(privateKey))
  return { privateKey, publicKey, address: base58.encode(publicKey) }
}
