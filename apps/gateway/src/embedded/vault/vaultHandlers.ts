/** What the vault answers. It believes no session: a code to the mailbox that it knows, and the PIN, each counted. */
import { randomBytes } from 'node:crypto'
import { vaultKeyAad, walletLimits } from '@latchkey/spec/walletApi'
import { eq } from 'drizzle-orm'
import { WalletRefusal } from '../http/refusal.js'
import type { WalletCaller, WalletHandlers } from '../http/walletRoute.js'
import { sealed } from '../keys/walletHandlers.js'
import { forgottenPinLetter, replacedPinLetter } from '../mail/letters.js'
import { normalEmail } from '../users.js'
import type { VaultParts } from './openVault.js'
import { vaultKeys } from './tables.js'
import type { VaultCodes } from './vaultCodes.js'

const what = 'your wallet’s vault'

export function createVaultHandlers(parts: VaultParts, vaultCodes: VaultCodes) {
  const { db, clock, fields, pins, audit, outbox } = parts
  const place = (row: string, column: string) => ({ table: 'vault_keys', column, row })

  async function find(factorId: string) {
    const [row] = await db.query.select().from(vaultKeys).where(eq(vaultKeys.factorId, factorId))
    if (!row) throw new WalletRefusal('FACTOR_UNKNOWN')
    return row
  }

  const emailOf = ({ factorId, emailSealed }: typeof vaultKeys.$inferSelect) =>
    fields.openText(place(factorId, 'email_sealed'), emailSealed)

  /** A code of this key for something that exists, used up with this. */
  async function spendCode(codeId: string, otp: string, caller: WalletCaller): Promise<string> {
    const code = await vaultCodes.check(codeId, otp, 'open', caller)
    await find(code.factorId)
    await vaultCodes.use(code)
    return code.factorId
  }

  async function sendNotices(): Promise<void> {
    for (const { owner, resetAt, until, token } of await pins.takeNotices()) {
      const link = `${parts.walletOrigin()}/keep#vault.${token}`
      const letter = forgottenPinLetter({ link, resetAt, until, what, now: clock.now() })
      await outbox.post('vault-forgotten', { to: await emailOf(await find(owner)), ...letter })
    }
  }

  const handlers = {
    async vaultCode({ body }, caller) {
      const { factorId } = body
      const purpose = body.email === undefined ? ('open' as const) : ('enrol' as const)
      const email = body.email === undefined ? await emailOf(await find(factorId)) : normalEmail(body.email)
      const codeId = await vaultCodes.send({ factorId, purpose, email }, caller)
      return { codeId, resendAt: clock.now() + walletLimits.codeCooldown, now: clock.now() }
    },

    async vaultEnrol({ body }, caller) {
      const code = await vaultCodes.check(body.codeId, body.otp, 'enrol', caller)
      await vaultCodes.use(code)
      const { factorId } = code
      const key = randomBytes(32)
      const row = {
        factorId,
        keySealed: await fields.seal(place(factorId, 'key_sealed'), key),
        emailSealed: await fields.seal(place(factorId, 'email_sealed'), await vaultCodes.emailOf(code)),
        createdAt: new Date(clock.now()),
      }
      // Before it is stored: a receiver that is none must not leave a key behind. This also wipes it.
      const answer = { key: await sealed(body.hpkePub, key, vaultKeyAad(factorId)) }
      await db.query.transaction(async (transaction) => {
        const [made] = await transaction.insert(vaultKeys).values(row).onConflictDoNothing().returning()
        if (!made) throw new WalletRefusal('WALLET_STATE')
        await pins.set(factorId, body.pin, transaction)
        await audit.record({ actor: factorId, action: 'vault.enrolled', object: factorId }, transaction)
      })
      return answer
    },

    async vaultOpen({ body }, caller) {
      const code = await vaultCodes.check(body.codeId, body.otp, 'open', caller)
      const row = await find(code.factorId)
      // After the code: whoever has not the mailbox must not be able to use up the tries of its owner.
      await pins.check(row.factorId, body.pin)
      await vaultCodes.use(code)
      await audit.record({ actor: row.factorId, action: 'vault.opened', object: row.factorId })
      const key = await fields.open(place(row.factorId, 'key_sealed'), row.keySealed)
      const answer = { key: await sealed(body.hpkePub, key, vaultKeyAad(row.factorId)) }
      const lastUsed = new Date(clock.now())
      await db.query.update(vaultKeys).set({ lastUsed }).where(eq(vaultKeys.factorId, row.factorId))
      return answer
    },

    async vaultForgot({ body }, caller) {
      const code = await vaultCodes.check(body.codeId, body.otp, 'open', caller)
      const { factorId } = await find(code.factorId)
      const resetAt = await pins.forget(factorId)
      // Where the wait is over, and not for too long, the same code sets the new PIN.
      if (resetAt.getTime() > clock.now()) await vaultCodes.use(code)
      await sendNotices()
      return { resetAt: resetAt.getTime(), now: clock.now() }
    },

    async vaultReset({ body }, caller) {
      const factorId = await spendCode(body.codeId, body.otp, caller)
      const resetAt = await pins.resetAt(factorId)
      const wait = resetAt ? resetAt.getTime() - clock.now() : walletLimits.forgottenPinDelay
      if (wait > 0) throw new WalletRefusal('PIN_WAIT', { retryAfter: wait })
      await db.query.transaction((transaction) => pins.set(factorId, body.pin, transaction))
      const to = await emailOf(await find(factorId))
      await outbox.post('vault-replaced', { to, ...replacedPinLetter({ what, at: clock.now() }) })
      return {}
    },

    async vaultKeep({ body }) {
      if (!(await pins.keep(body.token))) throw new WalletRefusal('LINK_EXPIRED')
      return {}
    },
  } satisfies WalletHandlers

  return { handlers, sendNotices }
}
