/** The people of the local regtest: the test mnemonic everybody knows, with the addresses that wallets show. Worth nothing anywhere else. */
import { p2pkh, p2sh, p2tr, p2wpkh } from '@scure/btc-signer'
import { HDKey } from 'viem/accounts'
import { testMnemonic } from '../evm/accounts.js'
import { seedOf } from '../mnemonic.js'
import { regtest } from './network.js'

const peopleCount = 10
/** Far from the ten that people import into wallets. */
const serviceIndex = 100

export interface BitcoinKey {
  readonly address: string
  readonly privateKey: Uint8Array
  /** Compressed. */
  readonly publicKey: Uint8Array
  readonly script: Uint8Array
  readonly path: string
}

/** One person's addresses, by the standard that derives them. */
export interface BitcoinAccount {
  /** BIP-84, P2WPKH: what wallets pay from. */
  readonly payment: BitcoinKey
  /** BIP-86, P2TR: what wallets keep ordinals on. */
  readonly ordinals: BitcoinKey
  /** BIP-49, P2SH-P2WPKH. */
  readonly nested: BitcoinKey
  /** BIP-44, P2PKH. */
  readonly legacy: BitcoinKey
}

export interface BitcoinAccounts {
  readonly people: readonly BitcoinAccount[]
  /** Mines every block, and gives from what it has mined. */
  readonly miner: BitcoinKey
}

export function bitcoinAccounts(mnemonic = testMnemonic): BitcoinAccounts {
  const root = HDKey.fromMasterSeed(seedOf(mnemonic))
  /** The branch once: every step of a derivation costs some milliseconds. */
  const branch = (purpose: number) => {
    const path = `m/${purpose}'/1'/0'/0`
    const node = root.derive(path)
    return (index: number) => {
      const { privateKey, publicKey } = node.deriveChild(index)
      if (!privateKey || !publicKey) throw new Error(`the mnemonic gave no key at ${path}/${index}`)
      return { privateKey, publicKey, path: `${path}/${index}` }
    }
  }
  const [segwitKey, taprootKey, nestedKey, legacyKey] = [branch(84), branch(86), branch(49), branch(44)]
  const segwit = (index: number): BitcoinKey => {
    const key = segwitKey(index)
    return { ...key, ...placeOf(p2wpkh(key.publicKey, regtest)) }
  }
  const person = (index: number): BitcoinAccount => {
    const taproot = taprootKey(index)
    const nested = nestedKey(index)
    const legacy = legacyKey(index)
    return {
      payment: segwit(index),
      ordinals: { ...taproot, ...placeOf(p2tr(taproot.publicKey.slice(1), undefined, regtest)) },
      nested: { ...nested, ...placeOf(p2sh(p2wpkh(nested.publicKey, regtest), regtest)) },
      legacy: { ...legacy, ...placeOf(p2pkh(legacy.publicKey, regtest)) },
    }
  }
  return {
    people: Array.from({ length: peopleCount }, (_, index) => person(index)),
    miner: segwit(serviceIndex),
  }
}

function placeOf({ address, script }: { address?: string | undefined; script: Uint8Array }) {
  if (address === undefined) throw new Error('a script of one key has an address')
  return { address, script }
}
