/** Makes a session of a wallet behind a relay. Each request names its network, so the page is where the page says (D-11). */
import type { RelayLink, RelayLinkEvent, WalletSession } from '@latchkey/core'
import type { NetworkId } from '@latchkey/spec/caip'
import { LatchkeyError } from '@latchkey/spec/errors'
import { bytesToHex } from '@noble/hashes/utils.js'
import { createListeners } from '../listeners.js'
import { asked } from '../walletErrors.js'
import { type PolkadotAccount, readAccounts } from './accounts.js'
import { rememberedAccount } from './chosenAccount.js'
import type { Shared } from './connectors.js'
import { createSession } from './session.js'
import type { PolkadotAbilities, PolkadotSource } from './source.js'

export function openRelaySession(shared: Shared, link: RelayLink): WalletSession {
  return createSession({
    shared,
    wallet: link.wallet.name,
    source: createRelaySource(link),
    memory: rememberedAccount(shared.context.storage, 'walletConnect'),
  })
}

function createRelaySource(link: RelayLink): PolkadotSource {
  const { add, tell } = createListeners(() => link.subscribe(hear))
  let chosen: NetworkId | undefined = link.preferredNetworkId

  /** A network that the wallet took back is left for one that it still has. */
  function networkId(): NetworkId | undefined {
    const networks = link.networks()
    return chosen && networks.includes(chosen) ? chosen : networks[0]
  }

  function hear(event: RelayLinkEvent) {
    if (event.type === 'deleted') return tell({ type: 'disconnected', cause: event.cause })
    tell({ type: 'network' })
    tell({ type: 'accounts' })
    tell({ type: 'abilities' })
  }

  /** An address says nothing of its kind of key; the signature does. */
  const accounts = (): readonly PolkadotAccount[] => {
    const on = networkId()
    return readAccounts(
      link.accounts().flatMap(({ networkId: each, address }) => (each === on ? [{ address }] : [])),
    )
  }

  function ask(method: string, params: object, signal: AbortSignal): Promise<unknown> {
    const on = networkId()
    if (on === undefined) throw new LatchkeyError('relay.not-connected')
    return asked(() => link.request({ networkId: on, method, params, signal }))
  }

  /** A method that the wallet did not approve is not offered. */
  function abilities(): PolkadotAbilities {
    const has = (method: string) => link.methods().includes(method)
    return {
      ...(has('polkadot_signMessage') && {
        signMessage: async ({ account, message, signal }) => {
          const text = typeof message === 'string' ? message : `0x${bytesToHex(message)}`
          return ask('polkadot_signMessage', { address: account.spelled, message: text }, signal)
        },
      }),
      ...(has('polkadot_signTransaction') && {
        signPayload: async ({ account, payload, signal }) =>
          ask('polkadot_signTransaction', { address: account.spelled, transactionPayload: payload }, signal),
      }),
    }
  }

  return {
    native: undefined,
    accounts,
    // What the session holds is what the wallet said last; there is nothing to ask it for.
    refresh: async () => {},
    subscribe: add,
    disconnect: () => link.disconnect(),
    abilities,
    place: {
      networkId,
      networks: () => link.networks(),
      moveTo(wanted) {
        chosen = wanted
      },
    },
  }
}
