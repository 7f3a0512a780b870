/** Codes of the vault's own: to a mailbox that it knows by itself, for one key, three tries, counted before they are compared. */
import { randomUUID } from 'node:crypto'
import { walletLimits } from '@latchkey/spec/walletApi'
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { mailRules } from '../email/emailStart.js'
import { coarseNetwork } from '../http/browser.js'
import { WalletRefusal } from '../http/refusal.js'
import type { WalletCaller } from '../http/walletRoute.js'
import { vaultCodeLetter } from '../mail/letters.js'
import { mailLanguageOf } from '../mail/mailLanguage.js'
import { normalEmail } from '../users.js'
import type { VaultParts } from './openVault.js'
import { vaultCodes } from './tables.js'

export type VaultCode = typeof vaultCodes.$inferSelect

export interface VaultCodes {
  send(
    input: { factorId: string; purpose: VaultCode['purpose']; email: string },
    caller: WalletCaller,
  ): Promise<string>
  /** Counts and compares; the code stays good until `use`. OTP_INVALID, OTP_EXPIRED or OTP_LOCKED otherwise. */
  check(id: string, otp: string, purpose: VaultCode['purpose'], caller: WalletCaller): Promise<VaultCode>
  /** OTP_EXPIRED where somebody else was first. */
  use(code: VaultCode): Promise<void>
  emailOf(code: VaultCode): Promise<string>
  prune(): Promise<void>
}

export function createVaultCodes(parts: VaultParts): VaultCodes {
  const { db, clock, fields, secrets, limits, codes, outbox } = parts
  const now = () => new Date(clock.now())
  const place = (row: string) => ({ table: 'vault_codes', column: 'email_sealed', row })

  return {
    async send({ factorId, purpose, email }, caller) {
      const index = secrets.mac('email', normalEmail(email)).toString('base64url')
      const asker = purpose === 'enrol' ? 'stranger' : 'known'
      const wait = await limits.take(mailRules(asker, index, caller, undefined))
      if (wait > 0) throw new WalletRefusal('COOLDOWN', { retryAfter: wait })
      const id = randomUUID()
      const code = codes.draw()
      await db.query.insert(vaultCodes).values({
        id,
        factorId,
        purpose,
        jkt: caller.jkt,
        emailSealed: await fields.seal(place(id), email),
        codeMac: codes.macOf(id, code),
        tries: 0,
        expiresAt: new Date(clock.now() + walletLimits.codeLife),
      })
      const { browser, network } = caller
      const asking = {
        origin: parts.walletOrigin(),
        browser,
        network: coarseNetwork(network),
        at: clock.now(),
      }
      const minutes = walletLimits.codeLife / 60_000
      const language = await mailLanguageOf(caller.languages)
      const letter = vaultCodeLetter({ purpose, asking, code, minutes }, language)
      await outbox.post(`vault-${purpose}`, { to: email, ...letter })
      return id
    },

    async check(id, otp, purpose, { jkt }) {
      const isIt = and(
        eq(vaultCodes.id, id),
        eq(vaultCodes.purpose, purpose),
        eq(vaultCodes.jkt, jkt),
        isNull(vaultCodes.usedAt),
        gt(vaultCodes.expiresAt, now()),
      )
      const [counted] = await db.query
        .update(vaultCodes)
        .set({ tries: sql`${vaultCodes.tries} + 1` })
        .where(and(isIt, lt(vaultCodes.tries, walletLimits.codeTries)))
        .returning()
      if (!counted) {
        const [locked] = await db.query.select({ id: vaultCodes.id }).from(vaultCodes).where(isIt)
        throw new WalletRefusal(locked ? 'OTP_LOCKED' : 'OTP_EXPIRED')
      }
      if (!codes.isRight(id, otp, counted.codeMac))
        throw new WalletRefusal('OTP_INVALID', { left: walletLimits.codeTries - counted.tries })
      return counted
    },

    async use({ id }) {
      const isUnused = and(eq(vaultCodes.id, id), isNull(vaultCodes.usedAt))
      const [used] = await db.query.update(vaultCodes).set({ usedAt: now() }).where(isUnused).returning()
      if (!used) throw new WalletRefusal('OTP_EXPIRED')
    },

    emailOf: ({ id, emailSealed }) => fields.openText(place(id), emailSealed),

    async prune() {
      await db.query.delete(vaultCodes).where(lt(vaultCodes.expiresAt, now()))
    },
  }
}
