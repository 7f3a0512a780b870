/** What a person has to be warned of; each with the call of a batch that it is about. */
import type { SessionGrant, WalletAnswerOf } from '@latchkey/spec/walletApi'
import type { Simulation } from '../simulate/simulate.js'
import type { IndexedFacts } from './decodeCalls.js'
import { isWithoutLimit } from './grantWords.js'
import type { AskedFor } from './readRequest.js'
import type { TypedData } from './shapes.js'
import { isUnlimited } from './words.js'

export type Warning = WalletAnswerOf<'approvalRead'>['warnings'][number]
type Kind = Warning['kind']

const texts: Readonly<Record<Kind, string>> = {
  'unlimited-approval': 'Whoever you allow can take all of this token, now and later.',
  'approval-for-all': 'Whoever you allow can move every token of this collection, now and later.',
  permit: 'This signature lets somebody take your tokens later, without asking again.',
  'new-recipient': 'You have not sent anything to this address before.',
  'look-alike': 'This address looks like one that you used before, and is another one.',
  'unverified-contract': 'Nobody here knows this contract or what the call does.',
  delegatecall: 'This runs foreign code with all rights of the account.',
  'owner-change': 'This changes who controls your account.',
  'raw-hash':
    'These 32 bytes could stand for anything, also for a payment. Sign only if you made them yourself.',
  'not-simulated': 'What this does could not be tried out beforehand.',
  'will-fail': 'As things stand, this would fail.',
  capability: 'This signature gives others rights that outlast the sign-in.',
  'high-fee': 'This pays the network far more than usual.',
  'lasting-rights': 'This page will act for your account without asking you again, until it ends.',
}

function warningOf(kind: Kind, call?: number): Warning {
  return { kind, text: texts[kind], ...(call === undefined ? {} : { call }) }
}

export function warningsOfMessage({ bytes }: Extract<AskedFor, { kind: 'message' }>): Warning[] {
  return bytes.length === 32 ? [warningOf('raw-hash')] : []
}

export function warningsOfSimulation({ status }: Pick<Simulation, 'status'>): Warning[] {
  if (status === 'success') return []
  return [warningOf(status === 'reverted' ? 'will-fail' : 'not-simulated')]
}

/** Permits by their names and by their shape: somebody may spend something until some time. */
const permitTypes = /permit|order(?:components)?$|allowance|approv/i

export function warningsOfTypedData({ types, primaryType, domain }: TypedData): Warning[] {
  const fields = new Set((types[primaryType] ?? []).map(({ name }) => name.toLowerCase()))
  const isPermit =
    permitTypes.test(primaryType) ||
    /permit2|seaport/i.test(domain.name ?? '') ||
    fields.has('spender') ||
    fields.has('allowed')
  return isPermit ? [warningOf('permit')] : []
}

export function warningsOfGrant({ permissions }: SessionGrant): Warning[] {
  const isOpen = permissions.some(isWithoutLimit)
  return [warningOf('lasting-rights'), ...(isOpen ? [warningOf('unlimited-approval')] : [])]
}

export function warningsOfCalls(calls: readonly IndexedFacts[], known: readonly string[]): Warning[] {
  const warnings = calls.flatMap(({ index, facts }) =>
    kindsOf(facts, known).map((kind) => warningOf(kind, index)),
  )
  // A batch may do the same thing ten times in one call; it is said once for each.
  const seen = new Set<string>()
  return warnings.filter(({ kind, call }) => {
    const key = `${kind} ${call}`
    return !seen.has(key) && seen.add(key)
  })
}

function kindsOf(facts: IndexedFacts['facts'], known: readonly string[]): Kind[] {
  switch (facts.kind) {
    case 'send':
    case 'send-token':
    case 'send-collectible':
      return recipientKinds(facts.to, known)
    case 'approve':
      return isUnlimited(facts.amount) ? ['unlimited-approval'] : []
    case 'approve-all':
      return ['approval-for-all']
    case 'permit':
      return ['permit']
    case 'delegatecall':
      return ['delegatecall']
    case 'own-account':
      return ['owner-change']
    case 'create':
    case 'other':
      return ['unverified-contract']
  }
}

/** What people compare: the first and the last few letters. */
function recipientKinds(to: string, known: readonly string[]): Kind[] {
  const address = to.toLowerCase()
  if (known.includes(address)) return []
  const ends = (text: string) => `${text.slice(0, 6)}${text.slice(-4)}`
  return known.some((each) => ends(each) === ends(address)) ? ['look-alike'] : ['new-recipient']
}
