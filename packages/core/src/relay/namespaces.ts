/** What a page proposes and what a wallet approves, by namespace, with the refusals of CAIP-25. */
import type { NetworkId } from '@latchkey/spec/caip'
import { signMethods, signNamespace } from '@latchkey/spec/relay'
import { type RelayPeerError, signError } from './peerError.js'
import type { SessionNamespaces } from './schemas.js'

export interface ProposalNamespace {
  readonly chains?: readonly string[]
  readonly methods: readonly string[]
  readonly events: readonly string[]
}
export type ProposalNamespaces = Readonly<Record<string, ProposalNamespace>>

/** CAIP-2, and the one name of S9-18 that is longer than it allows. */
const name = '(?:[-a-z0-9]{3,8}|multiversx)'
const reference = '[-_a-zA-Z0-9]{1,32}'
const keyPattern = new RegExp(`^${name}(:${reference})?$`)
const chainPattern = new RegExp(`^${name}:${reference}$`)
const accountPattern = new RegExp(`^(${name}:${reference}):[-.%a-zA-Z0-9]{1,128}$`)

/** S9-18: asks for all that wallets of each namespace are known to do. */
export function proposalFor(networks: readonly NetworkId[]): ProposalNamespaces {
  const proposal: Record<string, ProposalNamespace> = {}
  for (const network of networks) {
    const namespace = namespaceOf(network)
    const { methods, events } = signMethods[signNamespace(namespace)]
    const chains = [...(proposal[namespace]?.chains ?? []), network]
    proposal[namespace] = { chains: [...new Set(chains)], methods, events }
  }
  return proposal
}

/** What is wrong with a proposal: the first thing found. */
export function proposalProblem(proposal: ProposalNamespaces): RelayPeerError | undefined {
  for (const [key, { chains }] of Object.entries(proposal)) {
    if (!keyPattern.test(key)) return signError('unsupportedNamespaceKey', `${key} is no namespace (CAIP-2)`)
    if (chains === undefined && key.includes(':')) continue
    if (!chains?.length) return signError('unsupportedChains', `${key} names no chains`)
    for (const chain of chains) {
      if (!chainPattern.test(chain)) return signError('unsupportedChains', `${chain} is no chain id (CAIP-2)`)
      if (namespaceOf(chain) !== namespaceOf(key) || (key.includes(':') && chain !== key)) {
        return signError('unsupportedChains', `${chain} does not belong to ${key}`)
      }
    }
  }
  return undefined
}

/** What is wrong with the namespaces a wallet approved, given what the page cannot do without. */
export function approvalProblem(
  approved: SessionNamespaces,
  required: ProposalNamespaces = {},
): RelayPeerError | undefined {
  return shapeProblem(approved) ?? requirementProblem(approved, required)
}

function shapeProblem(approved: SessionNamespaces): RelayPeerError | undefined {
  if (Object.keys(approved).length === 0) return signError('userRejectedChains', 'No namespace was approved')
  for (const [key, { accounts }] of Object.entries(approved)) {
    if (!keyPattern.test(key)) return signError('unsupportedNamespaceKey', `${key} is no namespace (CAIP-2)`)
    if (accounts.length === 0) return signError('userRejectedChains', `${key} has no accounts`)
    for (const account of accounts) {
      const chain = accountPattern.exec(account)?.[1]
      if (chain === undefined) {
        return signError('unsupportedAccounts', `${account} is no account id (CAIP-10)`)
      }
      if (namespaceOf(chain) !== namespaceOf(key) || (key.includes(':') && chain !== key)) {
        return signError('unsupportedAccounts', `${account} does not belong to ${key}`)
      }
    }
  }
  return undefined
}

function requirementProblem(
  approved: SessionNamespaces,
  required: ProposalNamespaces,
): RelayPeerError | undefined {
  for (const [key, { chains = [key], methods, events }] of Object.entries(required)) {
    for (const chain of chains) {
      const given = approvedOn(approved, chain)
      if (given.accounts.length === 0) {
        return signError('userRejectedChains', `${chain} has no account`)
      }
      const method = methods.find((each) => !given.methods.includes(each))
      if (method) return signError('userRejectedMethods', `${method} was not approved on ${chain}`)
      const event = events.find((each) => !given.events.includes(each))
      if (event) return signError('userRejectedEvents', `${event} was not approved on ${chain}`)
    }
  }
  return undefined
}

/** Everything approved for a namespace or one chain of it: entries of `eip155` and of `eip155:1` add up. */
export function approvedOn(
  approved: SessionNamespaces,
  scope: string,
): {
  readonly accounts: readonly string[]
  readonly methods: readonly string[]
  readonly events: readonly string[]
} {
  const entries = Object.entries(approved).filter(
    ([key]) => key === scope || key === namespaceOf(scope) || namespaceOf(key) === scope,
  )
  const all = (field: 'accounts' | 'methods' | 'events') => [
    ...new Set(entries.flatMap(([, entry]) => entry[field])),
  ]
  const accounts = all('accounts').filter((account) => !scope.includes(':') || chainOf(account) === scope)
  return { accounts, methods: all('methods'), events: all('events') }
}

export const namespaceOf = (key: string): string =>
  key.slice(0, key.includes(':') ? key.indexOf(':') : key.length)

/** The chain of an account id; both were checked when they came in. */
const chainOf = (account: string): NetworkId => account.slice(0, account.lastIndexOf(':')) as NetworkId // two parts of three are left
