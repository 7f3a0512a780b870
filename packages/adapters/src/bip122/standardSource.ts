/** Wallets of the Wallet Standard with bitcoin features. They have no network of their own: each account says where it is. */
import type { Clock } from '@latchkey/core'
import type { Address, NetworkId } from '@latchkey/spec/caip'
import { LatchkeyError } from '@latchkey/spec/errors'
import { leave } from '../leave.js'
import { createListeners } from '../listeners.js'
import { asked, noAnswer } from '../walletErrors.js'
import { featureReader, type StandardAccount, type StandardWallet } from '../walletStandard/standard.js'
import { type BitcoinNetwork, bitcoinNetworks, networkIdOf, networkNameOf } from './networks.js'
import type { BitcoinSource, WalletAddress } from './source.js'
import type { BitcoinFeatures } from './standardFeatures.js'
import { readWalletAddresses } from './walletAddresses.js'

export interface StandardSourceInput {
  readonly wallet: StandardWallet
  /** What connecting answered, for wallets that do not show their accounts. */
  readonly answer: unknown
  readonly preferred: NetworkId | undefined
  readonly clock: Clock
}

const featureOf = featureReader<BitcoinFeatures>()
const chainOf = (name: BitcoinNetwork) => `bitcoin:${name}`

export function createStandardSource({
  wallet,
  answer,
  preferred,
  clock,
}: StandardSourceInput): BitcoinSource {
  const { add, tell } = createListeners(listen)
  let shared = accountsIn(answer)
  let chosen = preferred

  /** As the wallet shows them at this moment. */
  const accounts = (): readonly StandardAccount[] => (wallet.accounts.length > 0 ? wallet.accounts : shared)
  const networks = (): readonly NetworkId[] =>
    bitcoinNetworks
      .filter((name) => accounts().some(({ chains }) => chains.includes(chainOf(name))))
      .map(networkIdOf)
  const networkId = () => {
    const all = networks()
    if (chosen && all.includes(chosen)) return chosen
    const first = bitcoinNetworks.find((name) => accounts()[0]?.chains.includes(chainOf(name)))
    return first ? networkIdOf(first) : all[0]
  }
  const here = (): readonly StandardAccount[] => {
    const id = networkId()
    const name = id && networkNameOf(id)
    return name ? accounts().filter(({ chains }) => chains.includes(chainOf(name))) : []
  }
  const addresses = (): readonly WalletAddress[] => readWalletAddresses(here())
  const accountOf = (address: Address): StandardAccount => {
    const found = here().find((each) => each.address === address)
    if (!found) throw new LatchkeyError('connection.account-changed', { wallet: wallet.name })
    return found
  }

  function listen() {
    let seen = addresses()
    let was = networkId()
    const stop = featureOf(wallet, 'standard:events')?.on('change', (change) => {
      if (change.accounts) shared = accountsIn(change)
      const next = addresses()
      if (networkId() !== was) tell({ type: 'network' })
      was = networkId()
      const isSame =
        next.length === seen.length && next.every(({ address }, at) => address === seen[at]?.address)
      seen = next
      if (!isSame) tell({ type: 'accounts' })
      if (change.features) tell({ type: 'abilities' })
    })
    return () => stop?.()
  }

  /** Read each time before they are used: wallets gain and lose features while they are connected. */
  function signMessage(): BitcoinSource['signMessage'] {
    const feature = featureOf(wallet, 'bitcoin:signMessage')
    return (
      feature &&
      (async ({ address, message }) => {
        const account = accountOf(address)
        const bytes = new TextEncoder().encode(message)
        return firstOf(await asked(() => feature.signMessage({ account, message: bytes })), 'signature')
      })
    )
  }
  function signPsbt(): BitcoinSource['signPsbt'] {
    const feature = featureOf(wallet, 'bitcoin:signTransaction')
    return (
      feature &&
      (async ({ psbt, inputs }) => {
        const id = networkId()
        const name = id && networkNameOf(id)
        const inputsToSign = inputs.map(({ index, address, sighashTypes }) => ({
          account: accountOf(address),
          signingIndexes: [index],
          ...sigHashOf(sighashTypes),
        }))
        const input = { psbt, inputsToSign, ...(name ? { chain: chainOf(name) } : {}) }
        return firstOf(await asked(() => feature.signTransaction(input)), 'signedPsbt')
      })
    )
  }

  return {
    native: wallet,
    addresses,
    networkId,
    networks,
    subscribe: add,
    // What the wallet shows is always what it means.
    refresh: async () => {},
    async disconnect() {
      shared = []
      await leave(clock, () => featureOf(wallet, 'standard:disconnect')?.disconnect())
    },
    get signMessage() {
      return signMessage()
    },
    get signPsbt() {
      return signPsbt()
    },
    async switchNetwork({ network: { caipNetworkId } }) {
      if (!networks().includes(caipNetworkId)) {
        throw new LatchkeyError('network.not-supported', { networkId: caipNetworkId })
      }
      chosen = caipNetworkId
      tell({ type: 'network' })
      tell({ type: 'accounts' })
    },
  }
}

const sigHashNames: Readonly<Partial<Record<number, string>>> = {
  1: 'ALL',
  2: 'NONE',
  3: 'SINGLE',
  129: 'ALL|ANYONECANPAY',
  130: 'NONE|ANYONECANPAY',
  131: 'SINGLE|ANYONECANPAY',
}

/** The standard takes one by name. The PSBT names it too; of several, the wallet takes the one that stands there. */
function sigHashOf(types: readonly number[]): { readonly sigHash?: string } {
  const [only] = types
  const sigHash = types.length === 1 && only !== undefined ? sigHashNames[only] : undefined
  return sigHash ? { sigHash } : {}
}

function firstOf(answer: unknown, field: string): unknown {
  const first: unknown = Array.isArray(answer) ? answer[0] : undefined
  const value: unknown = first instanceof Object ? Reflect.get(first, field) : undefined
  if (value === undefined) throw noAnswer(field, answer)
  return value
}

function accountsIn(answer: unknown): readonly StandardAccount[] {
  const list: unknown = answer instanceof Object && 'accounts' in answer ? answer.accounts : []
  if (!Array.isArray(list)) return []
  return list.filter(
    (each: unknown): each is StandardAccount =>
      each instanceof Object &&
      'address' in each &&
      typeof each.address === 'string' &&
      'chains' in each &&
      Array.isArray(each.chains),
  )
}
