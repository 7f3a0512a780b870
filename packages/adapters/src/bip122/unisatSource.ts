/** Wallets injected the way UniSat is: a method for each thing, one address, and events like those of other chains. */
import type { Clock } from '@latchkey/core'
import type { NetworkId } from '@latchkey/spec/caip'
import { leave } from '../leave.js'
import { createListeners } from '../listeners.js'
import { asked, noAnswer } from '../walletErrors.js'
import { type BitcoinNetwork, networkIdOf, networkNameOf, otherNetworkId } from './networks.js'
import { toHex } from './psbt/text.js'
import { isMissing } from './satsAnswers.js'
import type { BitcoinSource, WalletAddress } from './source.js'
import type { UnisatProvider } from './unisatProvider.js'
import { readWalletAddresses } from './walletAddresses.js'

export interface UnisatSourceInput {
  readonly provider: UnisatProvider
  /** What connecting answered. */
  readonly answer: unknown
  readonly clock: Clock
}

const chains: Readonly<Partial<Record<string, BitcoinNetwork>>> = {
  BITCOIN_MAINNET: 'mainnet',
  BITCOIN_TESTNET: 'testnet',
  BITCOIN_TESTNET4: 'testnet4',
  BITCOIN_SIGNET: 'signet',
  BITCOIN_REGTEST: 'regtest',
  livenet: 'mainnet',
  mainnet: 'mainnet',
  testnet: 'testnet',
  testnet4: 'testnet4',
  signet: 'signet',
  regtest: 'regtest',
}

const networkIn = (value: unknown): NetworkId | undefined => {
  const name = value instanceof Object && 'enum' in value ? value.enum : value
  const known = typeof name === 'string' && Object.hasOwn(chains, name) ? chains[name] : undefined
  if (known) return networkIdOf(known)
  return typeof name === 'string' ? otherNetworkId(name) : undefined
}

export async function createUnisatSource({
  provider,
  answer,
  clock,
}: UnisatSourceInput): Promise<BitcoinSource> {
  let addresses = await withKey(provider, answer)
  let networkId = await readNetwork(provider)
  let reads = 0
  const { add, tell } = createListeners(listen)

  /** Only the newest answer counts: answers may overtake each other and the events between them. */
  async function refresh(given?: unknown): Promise<void> {
    reads += 1
    const read = reads
    const list = given ?? (await asked(() => provider.getAccounts()))
    const [next, network] = await Promise.all([withKey(provider, list), readNetwork(provider)])
    if (read !== reads) return
    const isMoved = network !== networkId
    const isOther = next[0]?.address !== addresses[0]?.address
    networkId = network
    addresses = next
    if (isMoved) tell({ type: 'network' })
    if (isOther) tell({ type: 'accounts' })
  }

  function listen() {
    const heard = {
      accountsChanged: (list: unknown) => void refresh(list).catch(() => {}),
      networkChanged: () => void refresh().catch(() => {}),
      chainChanged: () => void refresh().catch(() => {}),
      disconnect: () => tell({ type: 'disconnected' }),
    }
    for (const [event, hear] of Object.entries(heard)) provider.on?.(event, hear)
    return () => {
      for (const [event, hear] of Object.entries(heard)) provider.removeListener?.(event, hear)
    }
  }

  const { sendBitcoin } = provider
  return {
    native: provider,
    addresses: () => addresses,
    networkId: () => networkId,
    subscribe: add,
    refresh: () => refresh(),
    disconnect: () => leave(clock, () => provider.disconnect?.()),
    signMessage: ({ message, protocol }) =>
      asked(() => provider.signMessage(message, protocol === 'ecdsa' ? 'ecdsa' : 'bip322-simple')),
    signPsbt: ({ psbt, inputs }) =>
      asked(() =>
        provider.signPsbt(toHex(psbt), {
          autoFinalized: false,
          toSignInputs: inputs.map(({ index, address, sighashTypes }) => ({
            index,
            address,
            ...(sighashTypes.length > 0 ? { sighashTypes } : {}),
          })),
        }),
      ),
    ...(sendBitcoin && {
      sendTransfer: ({ to, amount, feeRate }) =>
        // Every amount of satoshi there is can be written as this number exactly.
        asked(() => sendBitcoin.call(provider, to, Number(amount), feeRate === undefined ? {} : { feeRate })),
    }),
    async switchNetwork({ network: { caipNetworkId } }) {
      const name = networkNameOf(caipNetworkId)
      if (!name) throw noAnswer('such network', caipNetworkId)
      await move(provider, name)
      await refresh()
    },
  }
}

/** Accounts are texts, or objects in a few wallets; the key is told apart from them. */
async function withKey(provider: UnisatProvider, answer: unknown): Promise<readonly WalletAddress[]> {
  const list = readWalletAddresses(answer)
  if (list.length !== 1 || list[0]?.publicKey || !provider.getPublicKey) return list
  const publicKey = await asked(() => provider.getPublicKey?.()).catch(() => undefined)
  return readWalletAddresses(list.map((each) => ({ ...each, publicKey })))
}

/** The newer question knows all networks, the older one two; a wallet with neither is where its address is. */
async function readNetwork(provider: UnisatProvider): Promise<NetworkId | undefined> {
  const chain = provider.getChain && (await asked(() => provider.getChain?.()).catch(() => undefined))
  if (chain !== undefined) return networkIn(chain)
  return provider.getNetwork && networkIn(await asked(() => provider.getNetwork?.()))
}

async function move(provider: UnisatProvider, name: BitcoinNetwork): Promise<void> {
  const chain = `BITCOIN_${name.toUpperCase()}`
  try {
    if (provider.switchChain) return void (await asked(() => provider.switchChain?.(chain)))
  } catch (cause) {
    if (!isMissing(cause)) throw cause
  }
  await asked(() => provider.switchNetwork?.(name === 'mainnet' ? 'livenet' : name))
}
