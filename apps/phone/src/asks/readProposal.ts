/** What an app wants of a connection, held against what this wallet has (CAIP-25). */
import { signErrors } from '@latchkey/spec/relay'
import * as v from 'valibot'
import type { Address } from 'viem'
import { otherNamespaces } from '../others/networks.js'
import { otherMethods } from '../others/readOther.js'
import {
  isOtherNamespace,
  type OtherPart,
  otherNamespacesOf,
  partOf,
  peopleOf,
  supportedOtherEvents,
} from '../others/session.js'
import { networkOf, type WalletNetwork } from '../wallet/networks.js'
import { faceOf } from '../words/face.js'
import { safeLine } from '../words/safeText.js'
import type { ConnectAsk, Refusal } from './ask.js'
import { supportedMethods } from './readRequest.js'

const supportedEvents: readonly string[] = ['accountsChanged', 'chainChanged']

/** A person reads the list; what is beyond was not meant for one. */
const mostNetworks = 60
const word = v.pipe(v.string(), v.maxLength(128))
const words = v.optional(v.pipe(v.array(word), v.maxLength(500)), [])
const namespaces = v.optional(
  v.nullable(
    v.pipe(
      v.record(word, v.object({ chains: words, methods: words, events: words })),
      v.check((record) => Object.keys(record).length <= 200, 'too many namespaces'),
    ),
  ),
)

const proposal = v.object({
  id: v.number(),
  pairingTopic: v.optional(word, ''),
  expiryTimestamp: v.optional(v.number()),
  proposer: v.object({ metadata: v.unknown() }),
  requiredNamespaces: namespaces,
  optionalNamespaces: namespaces,
})

interface Family {
  readonly chains: readonly string[]
  readonly methods: readonly string[]
  readonly events: readonly string[]
}

interface Wanted extends Family {
  /** By other family that this wallet has accounts of. */
  readonly families: ReadonlyMap<string, Family>
  /** Namespaces that it has none of. */
  readonly others: readonly string[]
}

/** Undefined for what is no proposal. */
export function readProposal(input: unknown, networks: readonly WalletNetwork[]): ConnectAsk | undefined {
  const read = v.safeParse(proposal, input)
  if (!read.success) return undefined
  const { id, pairingTopic, expiryTimestamp, proposer, requiredNamespaces, optionalNamespaces } = read.output
  const required = wantedOf(requiredNamespaces)
  const optional = wantedOf(optionalNamespaces)
  const chains = [...new Set([...required.chains, ...optional.chains])]
  const asked = chains.flatMap((chain) => networkOf(networks, chain) ?? []).slice(0, mostNetworks)
  const methods = chosen(required.methods, optional.methods, supportedMethods)
  const others = otherNamespaces.flatMap(
    (namespace) =>
      partOf(namespace, merged(required.families.get(namespace), optional.families.get(namespace))) ?? [],
  )
  // Families that it has accounts of, and none on the networks that were asked for.
  const missing = [...required.families.keys(), ...optional.families.keys()].filter(
    (name) => !others.some(({ namespace }) => namespace === name),
  )
  return {
    kind: 'connect',
    id,
    pairingTopic,
    app: faceOf(proposer.metadata),
    expiresAt: expiryTimestamp === undefined ? undefined : expiryTimestamp * 1000,
    networks: asked,
    others,
    required: [...required.chains, ...[...required.families.values()].flatMap(({ chains }) => chains)],
    methods: methods.length > 0 ? methods : supportedMethods,
    events: [...new Set([...required.events, ...supportedEvents])],
    leftOut: [...new Set([...required.others, ...optional.others, ...missing])]
      .map((name) => safeLine(name, 24))
      .slice(0, 8),
    obstacle: obstacleOf(required, asked, others),
  }
}

function obstacleOf(
  required: Wanted,
  asked: readonly WalletNetwork[],
  others: readonly OtherPart[],
): Refusal | undefined {
  const [other] = required.others
  if (other !== undefined)
    return {
      code: signErrors.unsupportedNamespaceKey,
      message: `The app needs ${safeLine(other, 24)}, and this wallet has no accounts of it.`,
    }
  const method = [
    ...required.methods.filter((name) => !supportedMethods.includes(name)),
    ...[...required.families].flatMap(([namespace, { methods }]) =>
      methods.filter((name) => !isOtherNamespace(namespace) || !otherMethods(namespace).includes(name)),
    ),
  ][0]
  if (method !== undefined)
    return {
      code: signErrors.unsupportedMethods,
      message: `The app needs ${safeLine(method, 40)}, which this wallet does not have.`,
    }
  const event = [
    ...required.events.filter((name) => !supportedEvents.includes(name)),
    ...[...required.families].flatMap(([namespace, { events }]) =>
      events.filter(
        (name) => !isOtherNamespace(namespace) || !supportedOtherEvents[namespace].includes(name),
      ),
    ),
  ].find((name) => !ignoredEvents.has(name))
  if (event !== undefined)
    return {
      code: signErrors.unsupportedEvents,
      message: `The app needs the event ${safeLine(event, 40)}, which this wallet does not send.`,
    }
  const had = new Set<string>([...asked, ...others.flatMap(({ networks }) => networks)].map(({ id }) => id))
  const needed = [...required.chains, ...[...required.families.values()].flatMap(({ chains }) => chains)]
  if (had.size === 0 || needed.some((chain) => !had.has(chain)))
    return {
      code: signErrors.unsupportedChains,
      message: 'The app asks for no network that this wallet has accounts on.',
    }
  return undefined
}

/** Old apps insist on them; a wallet over a relay has no moment to send them. */
const ignoredEvents = new Set(['connect', 'disconnect', 'message'])

function wantedOf(record: v.InferOutput<typeof namespaces>): Wanted {
  const entries = Object.entries(record ?? {})
  const own = entries.filter(([key]) => key === 'eip155' || key.startsWith('eip155:'))
  const families = new Map<string, Family>()
  for (const [key, { chains, methods, events }] of entries) {
    const [namespace = key] = key.split(':')
    if (!isOtherNamespace(namespace)) continue
    const part = { chains: key.includes(':') ? [key] : chains, methods, events }
    families.set(namespace, merged(families.get(namespace), part))
  }
  return {
    families,
    // A key may name one chain, which then has no list of its own.
    chains: own.flatMap(([key, { chains }]) => (key.includes(':') ? [key] : chains)),
    methods: own.flatMap(([, { methods }]) => methods),
    events: own.flatMap(([, { events }]) => events),
    others: entries
      .filter((entry) => !own.includes(entry))
      .map(([key]) => key.split(':')[0] ?? key)
      .filter((namespace) => !isOtherNamespace(namespace)),
  }
}

const none: Family = { chains: [], methods: [], events: [] }

const merged = (one: Family = none, other: Family = none): Family => ({
  chains: [...one.chains, ...other.chains],
  methods: [...one.methods, ...other.methods],
  events: [...one.events, ...other.events],
})

const chosen = (required: readonly string[], optional: readonly string[], supported: readonly string[]) =>
  supported.filter((name) => required.includes(name) || optional.includes(name))

export interface Approval {
  /** The one in use first. */
  readonly accounts: readonly Address[]
  readonly networks: readonly WalletNetwork[]
  readonly methods: readonly string[]
  readonly events: readonly string[]
  readonly others: readonly OtherPart[]
}

/** The namespaces of a session: every account on every network, and the same people’s accounts of other families. */
export function namespacesOf({ accounts, networks, methods, events, others }: Approval) {
  const eip155 = {
    chains: networks.map(({ id }) => id),
    accounts: networks.flatMap(({ id }) => accounts.map((account) => `${id}:${account}`)),
    methods: [...methods],
    events: [...events],
  }
  return {
    ...(networks.length > 0 ? { eip155 } : {}),
    ...otherNamespacesOf(others, peopleOf(accounts)),
  }
}
