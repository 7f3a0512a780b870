/** The connected apps: what each one sees, and telling them when it changes. */

import { signErrors } from '@latchkey/spec/relay'
import type { IWalletKit } from '@reown/walletkit'
import type { Address } from 'viem'
import { namespacesOf } from '../asks/readProposal.js'
import { accountOf, addresses } from '../keys/accounts.js'
import { addressesOn, peopleOf, readParts } from '../others/session.js'
import { faceOf } from '../words/face.js'
import { networkOf, type WalletNetwork } from './networks.js'
import type { ConnectedApp } from './state.js'

interface Context {
  readonly client: IWalletKit
  readonly networks: readonly WalletNetwork[]
  /** The network of each app, by topic. */
  readonly remembered: Readonly<Record<string, number>>
}

/** Read from the client's own storage, so that a reload shows the same. */
export function connectedApps({ client, networks, remembered }: Context): readonly ConnectedApp[] {
  return Object.values(client.getActiveSessions()).flatMap((session): ConnectedApp[] => {
    const namespaces = Object.entries(session.namespaces)
      .filter(([key]) => key.split(':')[0] === 'eip155')
      .map(([, namespace]) => namespace)
    const pairs = namespaces.flatMap((namespace) => namespace.accounts).flatMap(splitAccount)
    const ids = [...new Set(pairs.map(({ networkId }) => networkId))]
    const seen = ids.flatMap((id) => networkOf(networks, id) ?? [])
    const current = seen.find(({ chainId }) => chainId === remembered[session.topic]) ?? seen[0]
    const { parts: others, people } = readParts(session.namespaces)
    const networkId = current?.id ?? others[0]?.networks[0]?.id
    if (networkId === undefined) return []
    const shown =
      pairs.length > 0
        ? pairs.map(({ address }) => address)
        : people.flatMap((person) => addresses[person] ?? [])
    return [
      {
        topic: session.topic,
        app: faceOf(session.peer.metadata),
        accounts: [...new Set(shown)],
        networks: seen,
        others,
        networkId,
        methods: [...new Set(namespaces.flatMap(({ methods }) => methods))],
        events: [...new Set(namespaces.flatMap(({ events }) => events))],
        expiresAt: session.expiry * 1000,
      },
    ]
  })
}

/** Only accounts of this wallet: storage is not to be believed more than that. */
function splitAccount(id: string): { networkId: string; address: Address }[] {
  const [, networkId, address] = /^(eip155:\d+):(0x[\da-fA-F]{40})$/.exec(id) ?? []
  const account = address === undefined ? undefined : accountOf(address)
  return networkId && account ? [{ networkId, address: account.address }] : []
}

/** Gives the app other accounts or networks and says which account it is on now. */
export async function showAccounts(client: IWalletKit, app: ConnectedApp): Promise<void> {
  const { topic, accounts, networks, methods, events, others } = app
  await client.updateSession({
    topic,
    namespaces: namespacesOf({ accounts, networks, methods, events, others }),
  })
  if (networks.length > 0) await say(client, app, 'accountsChanged', [accounts[0]])
  for (const { networks: shown, events: heard } of others)
    for (const network of shown) {
      const [name] = heard
      const data = addressesOn(network, peopleOf(accounts))
      if (name) await client.emitSessionEvent({ topic, event: { name, data }, chainId: network.id })
    }
}

/** A network that the app has not seen yet is shown to it first. */
export async function moveTo(client: IWalletKit, app: ConnectedApp, target: WalletNetwork): Promise<void> {
  const { topic, accounts, methods, events, others } = app
  if (!app.networks.some(({ id }) => id === target.id)) {
    const networks = [...app.networks, target]
    await client.updateSession({
      topic,
      namespaces: namespacesOf({ accounts, networks, methods, events, others }),
    })
  }
  await say(client, { ...app, networkId: target.id }, 'chainChanged', target.chainId)
}

async function say(client: IWalletKit, app: ConnectedApp, name: string, data: unknown): Promise<void> {
  // An app that did not ask for the event finds out when it next asks for something.
  if (!app.events.includes(name)) return
  await client.emitSessionEvent({ topic: app.topic, event: { name, data }, chainId: app.networkId })
}

export const goodbye = { code: signErrors.userDisconnected, message: 'User disconnected.' } as const
