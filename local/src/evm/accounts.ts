/** The people of the local chain: the test mnemonic everybody knows, by role. Worth nothing anywhere else. */
import { type Address, bytesToHex, type Hex } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'

export const testMnemonic = 'test test test test test test test test test test test junk'

export interface LocalAccount {
  readonly address: Address
  readonly privateKey: Hex
}

function derive(addressIndex: number): LocalAccount {
  const account = mnemonicToAccount(testMnemonic, { addressIndex })
  const { privateKey } = account.getHdKey()
  if (!privateKey) throw new Error(`the test mnemonic gave no private key for account ${addressIndex}`)
  return { address: account.address, privateKey: bytesToHex(privateKey) }
}

const peopleCount = 10
/** Far from the ten that people import into wallets, so that services and users never share a nonce. */
const serviceIndex = 100

export interface LocalAccounts {
  /** The first ten of the mnemonic, funded, with names, tokens and a history. */
  readonly people: readonly LocalAccount[]
  /** Deploys every contract; its nonces decide the addresses. */
  readonly deployer: LocalAccount
  /** Pays what the faucet gives. */
  readonly faucet: LocalAccount
  /** Bundles user operations: a gateway's bundler alone sends from it once the chain is seeded. */
  readonly bundler: LocalAccount
  /** Delivers what is bought in the sandbox of the on-ramp; nothing else sends from it. */
  readonly onramp: LocalAccount
  /** Signs what the gateway says about the names of its own zone; sends nothing. */
  readonly names: LocalAccount
  /** Signs what the paymaster pays for; sends nothing. */
  readonly paymaster: LocalAccount
  /** Deploys the exchange of concentrated liquidity and fills its pools; its nonces decide those addresses. */
  readonly ranges: LocalAccount
}

/** One of the ten people alone. */
export const localPerson = (index: number): LocalAccount => derive(index)

/** Derived on demand: seventeen derivations cost some 50 ms, which only the chain process has to pay. */
export function localAccounts(): LocalAccounts {
  return {
    people: Array.from({ length: peopleCount }, (_, index) => derive(index)),
    deployer: derive(serviceIndex),
    faucet: derive(serviceIndex + 1),
    bundler: derive(serviceIndex + 2),
    onramp: derive(serviceIndex + 3),
    names: derive(serviceIndex + 4),
    paymaster: derive(serviceIndex + 5),
    ranges: derive(serviceIndex + 6),
  }
}
