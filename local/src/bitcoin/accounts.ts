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
  const keyAt = (path: string) => {
    const { privateKey, publicKey } = root.derive(path)
    if (!privateKey || !publicKey) throw new Error(`the test mnemonic gave no key at ${path}`)
    return { privateKey, publicKey, path }
  }
  const segwit = (index: number): BitcoinKey => {
    const key = keyAt(`m/84'/1'/0'/0/${index}`)
    return { ...key, ...placeOf(p2wpkh(key.publicKey, regtest)) }
  }
  const person = (index: number): BitcoinAccount => {
    const taproot = keyAt(`m/86'/1'/0'/0/${index}`)
    const nested = keyAt(`m/49'/1'/0'/0/${index}`)
    const legacy = keyAt(`m/44'/1'/0'/0/${index}`)
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
