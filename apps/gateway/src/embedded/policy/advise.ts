/** What a person is told of a request, and how high on the ladder of D-30 it has to be decided. */
import { type ApprovalPlace, approvalPlace } from '@latchkey/spec/permissions'
import type { ApprovalPayload, WalletAccount, WalletAnswerOf } from '@latchkey/spec/walletApi'
import type { Simulation } from '../simulate/simulate.js'
import { areTransfers, decodeCalls, type IndexedFacts } from './decodeCalls.js'
import { linesOfGrant, tokensOfGrant } from './grantWords.js'
import { isTestNetwork } from './networks.js'
import type { AskedFor } from './readRequest.js'
import {
  warningsOfCalls,
  warningsOfGrant,
  warningsOfMessage,
  warningsOfSimulation,
  warningsOfTypedData,
} from './warnings.js'
import { lineOf, linesOfText, plain, type Words } from './words.js'

type View = WalletAnswerOf<'approvalRead'>

export interface Advice extends Pick<View, 'title' | 'lines' | 'warnings' | 'simulation' | 'tokens'> {
  /** Where value goes; what later requests are compared with. */
  readonly recipients: readonly string[]
}

export interface AdviceInput {
  readonly asked: AskedFor
  readonly accounts: readonly WalletAccount[]
  readonly words: Words
  /** Whom this wallet sent something to before. */
  readonly known: readonly string[]
  readonly simulation: Simulation | undefined
}

export function advise(input: AdviceInput): Advice {
  const advice = described(input)
  const { simulation } = input
  if (!simulation) return advice
  const warnings = [...advice.warnings, ...warningsOfSimulation(simulation)]
  return { ...advice, warnings, simulation }
}

function described({ asked, accounts, words, known }: AdviceInput): Advice {
  const nobody = { recipients: [] }
  switch (asked.kind) {
    case 'sign-in':
      return {
        ...nobody,
        title: `Sign in to ${plain(asked.data.domain)}`,
        lines: linesOfText(asked.text),
        warnings: [],
      }
    case 'message':
      return {
        ...nobody,
        title: 'Sign a message',
        lines:
          asked.text === undefined
            ? [`0x${Buffer.from(asked.bytes).toString('hex')}`.slice(0, 512)]
            : linesOfText(asked.text),
        warnings: warningsOfMessage(asked),
      }
    case 'typed-data':
      return {
        ...nobody,
        title: `Sign ${plain(asked.typedData.primaryType) || 'typed data'}`,
        lines: linesOfTypedData(asked.typedData),
        warnings: warningsOfTypedData(asked.typedData),
      }
    case 'calls': {
      const facts = decodeCalls(asked.calls, ownAddresses(accounts))
      return {
        title: titleOf(facts, words),
        lines: facts.map(({ facts: each }) => lineOf(each, words)),
        warnings: warningsOfCalls(facts, known),
        recipients: recipientsOf(facts),
        ...tokensOfCalls(facts, words),
      }
    }
    case 'solana':
      return {
        ...nobody,
        title:
          asked.transactions.length === 1
            ? 'Sign a transaction'
            : `Sign ${asked.transactions.length} transactions`,
        lines: asked.transactions.flatMap(({ instructions }) =>
          instructions.map((each) => words.solana(each)),
        ),
        warnings: [],
      }
    case 'grant':
      return {
        ...nobody,
        title: 'Let this page act without asking',
        lines: linesOfGrant(asked.grant, words),
        warnings: warningsOfGrant(asked.grant),
        tokens: tokensOfGrant(asked.grant, words),
      }
    case 'revocation':
      return { ...nobody, title: 'Take rights back', lines: [`Session ${asked.id}`], warnings: [] }
    case 'upkeep':
      return { ...nobody, title: 'Renew the keys of this device', lines: [], warnings: [] }
  }
}

/** For the screen, which has the numbers only. A token whose own words do not count is told in its smallest unit. */
function tokensOfCalls(facts: readonly IndexedFacts[], words: Words): Pick<Advice, 'tokens'> {
  const addresses = new Set(
    facts.flatMap(({ facts: each }) =>
      each.kind === 'send-token' || each.kind === 'approve' ? [each.token.toLowerCase()] : [],
    ),
  )
  const tokens = [...addresses].slice(0, mostTokens).flatMap((address) => {
    const { symbol, decimals } = words.token(address)
    return decimals === undefined || symbol.startsWith('token ') ? [] : [{ address, symbol, decimals }]
  })
  return tokens.length > 0 ? { tokens } : {}
}

/** Of one request, as many as a view may have. */
const mostTokens = 100

export interface PlaceInput extends Pick<AdviceInput, 'asked' | 'accounts'> {
  readonly payload: ApprovalPayload
  /** Tokens that somebody vouches for. */
  readonly isListed: (token: string) => boolean
  readonly isUnderDailyCap: boolean
}

export function placeOf({ payload, asked, accounts, isListed, isUnderDailyCap }: PlaceInput): ApprovalPlace {
  if (asked.kind === 'sign-in') return approvalPlace({ kind: 'sign-in', isForEmbeddingOrigin: true })
  // A call to our own module, which can only take rights away.
  if (asked.kind === 'revocation')
    return approvalPlace({
      kind: 'call',
      isTokenApproval: false,
      isPermit: false,
      isUnknownContract: false,
      isUnderDailyCap,
      isTestNetwork: isTestNetwork(payload.chainId),
    })
  if (asked.kind !== 'calls')
    return approvalPlace({ kind: asked.kind === 'message' ? 'message' : 'typed-data' })
  const calls = decodeCalls(asked.calls, ownAddresses(accounts))
  const facts = calls.map((each) => each.facts)
  const isStrange = facts.some((each) => each.kind === 'send-token' && !isListed(each.token.toLowerCase()))
  return approvalPlace({
    kind: areTransfers(calls) ? 'transfer' : 'call',
    isTokenApproval: facts.some(({ kind }) => kind === 'approve' || kind === 'approve-all'),
    isPermit: facts.some(({ kind }) => kind === 'permit'),
    isUnknownContract: !areTransfers(calls) || isStrange,
    isUnderDailyCap,
    isTestNetwork: isTestNetwork(payload.chainId),
  })
}

export function ownAddresses(accounts: readonly WalletAccount[]): ReadonlySet<string> {
  return new Set(accounts.map(({ address }) => address.toLowerCase()))
}

function titleOf(facts: readonly IndexedFacts[], words: Words): string {
  const [first] = facts
  const count = (facts.at(-1)?.index ?? 0) + 1
  if (!first || count > 1) return `${count} actions at once`
  switch (first.facts.kind) {
    case 'send':
      return `Send ${words.coin.symbol}`
    case 'send-token':
      return `Send ${words.token(first.facts.token).symbol}`
    case 'send-collectible':
      return 'Send a collectible'
    case 'approve':
    case 'approve-all':
    case 'permit':
      return 'Let somebody spend your tokens'
    case 'create':
      return 'Create a contract'
    case 'own-account':
      return 'Change your account'
    default:
      return 'Call a contract'
  }
}

function recipientsOf(facts: readonly IndexedFacts[]): string[] {
  const all = facts.flatMap(({ facts: each }) =>
    each.kind === 'send' || each.kind === 'send-token' || each.kind === 'send-collectible' ? [each.to] : [],
  )
  return [...new Set(all.map((to) => to.toLowerCase()))]
}

function linesOfTypedData({
  domain,
  message,
}: {
  domain: { name?: string | undefined }
  message: object
}): string[] {
  const head = domain.name === undefined ? [] : [`For ${plain(domain.name)}`]
  const fields = Object.entries(message).map(
    ([key, value]) => `${plain(key)}: ${plain(typeof value === 'string' ? value : JSON.stringify(value))}`,
  )
  return [...head, ...fields].filter((line) => line !== '').map((line) => line.slice(0, 512))
}
