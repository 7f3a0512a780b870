/** Wallets that speak sats-connect: JSON-RPC by `request(method, params)`, and events by name. */
import type { Clock } from '@latchkey/core'
import type { NetworkId } from '@latchkey/spec/caip'
import { LatchkeyError } from '@latchkey/spec/errors'
import type { SourceEvent } from '../eip155/source.js'
import { leave } from '../leave.js'
import { createListeners } from '../listeners.js'
import { noAnswer, walletError } from '../walletErrors.js'
import {
  type BitcoinNetwork,
  bitcoinNetworks,
  networkIdOf,
  networkNameOf,
  otherNetworkId,
} from './networks.js'
import { toBase64 } from './psbt/text.js'
import { askedSats, isMissing } from './satsAnswers.js'
import type { SatsProvider } from './satsProvider.js'
import type { BitcoinSource, WalletAddress } from './source.js'
import { readWalletAddresses } from './walletAddresses.js'

export interface SatsSourceInput {
  readonly provider: SatsProvider
  /** What connecting answered. */
  readonly answer: unknown
  readonly clock: Clock
}

const titles: Readonly<Record<BitcoinNetwork, string>> = {
  mainnet: 'Mainnet',
  testnet: 'Testnet',
  testnet4: 'Testnet4',
  signet: 'Signet',
  regtest: 'Regtest',
}

export async function createSatsSource({ provider, answer, clock }: SatsSourceInput): Promise<BitcoinSource> {
  let addresses = addressesIn(answer)
  let networkId = networkIn(answer)
  let reads = 0
  const ask = (method: string, params?: unknown) => askedSats(() => provider.request(method, params))
  const { add, tell } = createListeners(listen)

  function set(next: {
    addresses?: readonly WalletAddress[] | undefined
    networkId?: NetworkId | undefined
  }) {
    const isMoved = next.networkId !== undefined && next.networkId !== networkId
    const isOther = next.addresses !== undefined && !isSameList(next.addresses, addresses)
    networkId = next.networkId ?? networkId
    addresses = next.addresses ?? addresses
    if (isMoved) tell({ type: 'network' })
    if (isOther) tell({ type: 'accounts' })
  }

  /** Only the newest answer counts: answers may overtake each other and the events between them. */
  async function refresh(): Promise<void> {
    reads += 1
    const read = reads
    const [account, network] = await Promise.all([
      ask('wallet_getAccount').catch(unlessMissing),
      ask('wallet_getNetwork').catch(unlessMissing),
    ])
    if (read !== reads) return
    set({
      addresses: account === undefined ? undefined : addressesIn(account),
      networkId: networkIn(network) ?? networkIn(account),
    })
  }

  function hear(event: unknown) {
    reads += 1
    const type = event instanceof Object && 'type' in event ? event.type : undefined
    if (type === 'disconnect') return tell({ type: 'disconnected' })
    const next = addressesIn(event)
    set({ networkId: networkIn(event), addresses: next.length > 0 ? next : undefined })
    // Older wallets say that something changed, and not what.
    if (next.length === 0) refresh().catch((cause: unknown) => lost(cause, tell))
  }

  function listen() {
    const stops = ['accountChange', 'networkChange', 'disconnect'].map((eventName) => {
      const cb = (event: unknown) =>
        hear(event instanceof Object ? { type: eventName, ...event } : { type: eventName })
      return provider.addListener?.({ eventName, cb })
    })
    return () => {
      for (const stop of stops) if (typeof stop === 'function') stop()
    }
  }

  if (networkId === undefined) networkId = networkIn(await ask('wallet_getNetwork').catch(() => undefined))
  return {
    native: provider,
    addresses: () => addresses,
    networkId: () => networkId,
    subscribe: add,
    refresh,
    disconnect: () =>
      leave(clock, () => ask('wallet_disconnect').catch(() => ask('wallet_renouncePermissions'))),
    signMessage: ({ address, message, protocol }) =>
      ask('signMessage', { address, message, protocol: protocol === 'ecdsa' ? 'ECDSA' : 'BIP322' }),
    signPsbt({ psbt, inputs }) {
      const signInputs: Record<string, number[]> = {}
      for (const { address, index } of inputs) (signInputs[address] ??= []).push(index)
      // The hash types stand in the PSBT: this dialect has no other place for them.
      return ask('signPsbt', { psbt: toBase64(psbt), signInputs, broadcast: false })
    },
    async sendTransfer({ from, to, amount }) {
      // This dialect pays from the payment address, whichever was meant.
      const isPaying = addresses.some(({ address, purpose }) => address === from && purpose === 'payment')
      if (!isPaying) throw new LatchkeyError('connection.unsupported', { action: `send from ${from}` })
      // Every amount of satoshi there is can be written as this number exactly.
      return ask('sendTransfer', { recipients: [{ address: to, amount: Number(amount) }] })
    },
    async switchNetwork({ network }) {
      const name = networkNameOf(network.caipNetworkId)
      if (!name) throw noAnswer('such network', network.caipNetworkId)
      await ask('wallet_changeNetwork', { name: titles[name] })
      await refresh()
    },
  }
}

function unlessMissing(cause: unknown): undefined {
  if (isMissing(cause)) return undefined
  throw cause
}

/** A wallet that no longer lets the page read has ended the connection. */
function lost(cause: unknown, tell: (event: SourceEvent) => void) {
  tell({ type: 'disconnected', cause: walletError(cause) })
}

/** A list, or an object with one. */
function addressesIn(value: unknown): readonly WalletAddress[] {
  const inner = value instanceof Object && 'addresses' in value ? value.addresses : value
  return readWalletAddresses(inner)
}

/** `{ bitcoin: { name } }`, itself or under `network`. */
function networkIn(value: unknown): NetworkId | undefined {
  if (!(value instanceof Object)) return undefined
  if ('network' in value && value.network instanceof Object) return networkIn(value.network)
  const inner = 'bitcoin' in value && value.bitcoin instanceof Object ? value.bitcoin : undefined
  const title = inner && 'name' in inner ? inner.name : undefined
  const name = bitcoinNetworks.find((each) => titles[each] === title)
  if (name) return networkIdOf(name)
  return typeof title === 'string' ? otherNetworkId(title) : undefined
}

const isSameList = (one: readonly WalletAddress[], other: readonly WalletAddress[]) =>
  one.length === other.length && one.every(({ address }, at) => address === other[at]?.address)
