/** Who somebody is, and which account they like best. */
import { defaultAccountTypes } from '@latchkey/spec/states'
import { eq, sql } from 'drizzle-orm'
import { walletUsers } from '../../store/schema.js'
import type { WalletHandlers } from '../http/walletRoute.js'
import type { EmbeddedParts } from '../parts.js'
import type { ProjectRules } from '../policy/projectRules.js'
import type { Recoveries } from '../recovery/recoveries.js'
import { signedInOf } from '../session/sessionHandlers.js'

export interface AccountParts {
  readonly parts: EmbeddedParts
  readonly recoveries: Pick<Recoveries, 'factorsOf' | 'newUntil'>
  readonly rulesOf: (projectId: string | null) => Promise<ProjectRules>
}

export function createAccountHandlers({ parts, recoveries, rulesOf }: AccountParts) {
  const { db, clock, users, wallets } = parts

  return {
    async me(_, caller) {
      const { user, session, level } = signedInOf(caller)
      const [email, userName, identities, passkeys, wallet, facts, rules] = await Promise.all([
        users.emailOf(user),
        users.nameOf(user),
        users.identitiesOf(user.id),
        users.passkeysOf(user.id),
        wallets.describe(user.id),
        wallets.factsOf(user.id, session.deviceId),
        rulesOf(session.projectId),
      ])
      const [ways, newUntil] = await Promise.all([
        wallet ? recoveries.factorsOf(wallet.id) : [],
        recoveries.newUntil(session.openedBy ?? session.deviceId),
      ])
      return {
        userId: user.id,
        ...(email === undefined ? {} : { email }),
        ...(userName === undefined ? {} : { userName }),
        identities: identities.map(({ provider, createdAt }) => ({
          // The table holds only providers of the contract.
          provider: provider as 'farcaster',
          since: createdAt.getTime(),
        })),
        passkeys: passkeys.map((each) => ({
          id: each.id,
          publicKey: each.publicKey,
          ...(each.label === null ? {} : { label: each.label }),
          isSynced: each.isSynced,
          hasPrf: each.hasPrf,
          createdAt: each.createdAt.getTime(),
          ...(each.lastUsed === null ? {} : { lastUsed: each.lastUsed.getTime() }),
        })),
        hasPin: facts.hasPin,
        hasRecovery: ways.length > 0,
        isGranting: rules.isGranting,
        level,
        ...(wallet === undefined ? {} : { wallet }),
        preferredAccountTypes: { ...defaultAccountTypes, ...user.preferred },
        ...(user.holdUntil && user.holdUntil.getTime() > clock.now()
          ? { holdUntil: user.holdUntil.getTime() }
          : {}),
        ...(newUntil ? { deviceHoldUntil: newUntil.getTime() } : {}),
        now: clock.now(),
      }
    },

    async preferAccount({ params, body }, caller) {
      const { user } = signedInOf(caller)
      // Into what the row has by now: the other namespaces may be chosen at the same moment.
      const chosen = JSON.stringify({ [params.namespace]: body.type })
      const preferred = sql`${walletUsers.preferred} || ${chosen}::jsonb`
      await db.query.update(walletUsers).set({ preferred }).where(eq(walletUsers.id, user.id))
      return { type: body.type }
    },
  } satisfies WalletHandlers
}
