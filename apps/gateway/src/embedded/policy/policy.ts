/** Judges a request before anybody is asked: refuses what must not be signed, says what it does, and where it is decided (2.13 of the design). */
import type { ApprovalPlace } from '@latchkey/spec/permissions'
import type { ApprovalPayload, WalletAccount } from '@latchkey/spec/walletApi'
import type { Approvals } from '../approvals/approvals.js'
import type { WalletRow, WalletStore } from '../keys/walletStore.js'
import type { RequireGrant } from '../permissions/requireGrant.js'
import type { LiveSession } from '../session/sessions.js'
import type { Simulate } from '../simulate/simulate.js'
import type { Spending } from '../spend/spending.js'
import type { User } from '../users.js'
import { type Advice, advise, ownAddresses, placeOf } from './advise.js'
import type { ChainFacts } from './chainFacts.js'
import { areTransfers, decodeCalls } from './decodeCalls.js'
import type { ProjectRules } from './projectRules.js'
import { type AskedFor, callsIn, readRequest } from './readRequest.js'

export interface JudgeInput {
  readonly payload: ApprovalPayload
  readonly wallet: WalletRow
  readonly user: User
  readonly session: LiveSession
  readonly signal: AbortSignal
}

export interface Judgement {
  readonly advice: Advice
  readonly surface: ApprovalPlace
  /** Undefined values count against no cap. */
  readonly cents: bigint | null
}

export interface Policy {
  /** POLICY where it is refused. */
  judge(input: JudgeInput): Promise<Judgement>
}

export interface PolicyInput {
  readonly wallets: WalletStore
  readonly approvals: Approvals
  readonly spending: Spending
  readonly chainFacts: ChainFacts
  readonly simulate: Simulate
  readonly rulesOf: (projectId: string | null) => Promise<ProjectRules>
  /** POLICY unless the session of a grant waits to be approved, with these very words. */
  readonly requireGrant: RequireGrant
}

export function createPolicy(input: PolicyInput): Policy {
  const { wallets, approvals, spending, chainFacts, simulate, rulesOf, requireGrant } = input

  async function knownRecipients(walletId: string, user: User): Promise<string[]> {
    const rows = await approvals.signedOf(walletId)
    const advices = await Promise.all(
      rows.map(async ({ id, adviceSealed }) => {
        // Written by the handlers of approvals.
        const advice = JSON.parse(await approvals.open(id, 'advice_sealed', adviceSealed, user)) as Advice
        return advice.recipients
      }),
    )
    return [...new Set(advices.flat())]
  }

  return {
    async judge({ payload, wallet, user, session, signal }) {
      const accounts = await wallets.accountsOf(wallet.id)
      const asked = readRequest(payload, accounts)
      if (asked.kind === 'grant') await requireGrant(payload, asked.grant, session)
      const [known, facts, rules, simulation] = await Promise.all([
        knownRecipients(wallet.id, user),
        chainFacts.of(payload.chainId, asked, signal),
        rulesOf(session.projectId),
        simulate(payload, callsIn(asked) ?? asked, signal),
      ])
      const advice = advise({ asked, accounts, words: facts.words, known, simulation })
      const cents = isCounted(asked, accounts) ? facts.cents : undefined
      const spent = await spending.spentToday(wallet.id)
      const isUnderDailyCap = cents !== undefined && spent + cents <= rules.capCents
      const place = placeOf({ payload, asked, accounts, isListed: facts.isListed, isUnderDailyCap })
      // A project may want a window for everything but signing in.
      const surface = place === 'frame-focused' && !rules.isInlineAllowed ? 'window' : place
      return { advice, surface, cents: cents ?? null }
    },
  }
}

/** Only what moves the coin or a token can be counted, and what costs a fee and nothing else. */
function isCounted(asked: AskedFor, accounts: readonly WalletAccount[]): boolean {
  if (asked.kind === 'revocation') return true
  return asked.kind === 'calls' && areTransfers(decodeCalls(asked.calls, ownAddresses(accounts)))
}
