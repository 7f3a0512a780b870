/** A wallet behind a relay as a source. Each request names its network, so the page is where the page says (D-11). */
import type { RelayLink, RelayLinkEvent } from '@latchkey/core'
import type { NetworkId } from '@latchkey/spec/caip'
import { LatchkeyError } from '@latchkey/spec/errors'
import { createListeners } from '../listeners.js'
import { toBase64 } from './psbt/text.js'
import type { BitcoinSource, WalletAddress } from './source.js'
import { readWalletAddresses } from './walletAddresses.js'

const changed = 'bip122_addressesChanged'

export function createRelaySource(link: RelayLink): BitcoinSource {
  const { add, tell } = createListeners(() => link.subscribe(hear))
  let chosen = link.preferredNetworkId
  /** What the wallet told of its addresses beyond the accounts of the session, by network. */
  const told = new Map<NetworkId, readonly WalletAddress[]>()

  const networkId = () => {
    const all = link.networks()
    return chosen && all.includes(chosen) ? chosen : all[0]
  }

  /** The accounts of the session, with what is known of them, and then where inscriptions are kept. */
  function addresses(): readonly WalletAddress[] {
    const on = networkId()
    const known = (on && told.get(on)) ?? []
    const accounts = link.accounts().filter((each) => each.networkId === on)
    const own = accounts.map(({ address }) => known.find((each) => each.address === address) ?? { address })
    const kept = known.filter(({ purpose }) => purpose === 'ordinals').slice(0, 1)
    return readWalletAddresses([...own, ...kept])
  }

  function hear(event: RelayLinkEvent) {
    if (event.type === 'deleted') return tell({ type: 'disconnected', cause: event.cause })
    if (event.type === 'updated') {
      tell({ type: 'network' })
      tell({ type: 'accounts' })
      return tell({ type: 'abilities' })
    }
    if (event.name !== changed) return
    told.set(event.networkId, readWalletAddresses(event.data))
    tell({ type: 'accounts' })
  }

  function ask(method: string, params: object, signal?: AbortSignal): Promise<unknown> {
    const on = networkId()
    if (on === undefined) throw new LatchkeyError('relay.not-connected')
    return link.request({ networkId: on, method, params, signal })
  }

  async function inquire(): Promise<void> {
    const on = networkId()
    const [first] = addresses()
    if (!on || !first || !can('getAccountAddresses')) return
    const list = await ask('getAccountAddresses', {
      account: first.address,
      intentions: ['payment', 'ordinal'],
    })
    told.set(on, readWalletAddresses(list))
    tell({ type: 'accounts' })
  }

  /** Only what the wallet approved is offered; that may change. */
  const can = (method: string) => link.methods().includes(method)
  const methods: Required<Pick<BitcoinSource, 'signMessage' | 'signPsbt' | 'sendTransfer'>> = {
    signMessage: ({ address, message, protocol, signal }) =>
      ask('signMessage', { account: address, address, message, protocol }, signal),
    signPsbt({ psbt, inputs, signal }) {
      const signInputs = inputs.map(({ index, address, sighashTypes }) => ({
        index,
        address,
        ...(sighashTypes.length > 0 ? { sighashTypes } : {}),
      }))
      const account = addresses()[0]?.address
      return ask('signPsbt', { account, psbt: toBase64(psbt), signInputs, broadcast: false }, signal)
    },
    sendTransfer: ({ from, to, amount, signal }) =>
      ask('sendTransfer', { account: from, recipientAddress: to, amount: amount.toString() }, signal),
  }
  return {
    native: undefined,
    addresses,
    networkId,
    networks: () => link.networks(),
    subscribe: add,
    // What the session holds is what the wallet said last.
    refresh: async () => {},
    get inquire() {
      return can('getAccountAddresses') ? inquire : undefined
    },
    disconnect: () => link.disconnect(),
    get signMessage() {
      return can('signMessage') ? methods.signMessage : undefined
    },
    get signPsbt() {
      return can('signPsbt') ? methods.signPsbt : undefined
    },
    get sendTransfer() {
      return can('sendTransfer') ? methods.sendTransfer : undefined
    },
    async switchNetwork({ network: { caipNetworkId } }) {
      if (!link.networks().includes(caipNetworkId)) {
        throw new LatchkeyError('relay.no-provider', { chain: caipNetworkId })
      }
      chosen = caipNetworkId
      tell({ type: 'network' })
      tell({ type: 'accounts' })
    },
  }
}
