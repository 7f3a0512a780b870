/** Keys of the vault: one that was handed out is kept, and given again to whoever has its mailbox and the PIN. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { vaultKeyAad, walletLimits } from '@latchkey/spec/walletApi'
import { createHpkePair, openSealed } from '../../../apps/gateway/src/embedded/keys/hpke.js'
import { codeOf, type WalletPlace } from '../../../apps/gateway/src/testing/walletWorld.js'
import { insist } from '../insist.js'
import type { Writer } from '../writer.js'
import { isWalletAnswer } from './people.js'

const pin = '271828'
/** A gateway sends a thousand mails an hour to people without a project; a long suite must not use them up. */
const pace = 1_500

interface Fact {
  readonly factorId: string
  readonly email: string
  readonly key: Buffer
  readonly at: number
}

export function createVaultWriter(
  place: WalletPlace,
  /** Which of these keys are in the vault's database. */
  findKeys: (factorIds: readonly string[]) => Promise<ReadonlySet<string>>,
): Writer {
  const facts: Fact[] = []
  const opened = new Set<string>()
  let people = 0
  let nextAt = 0

  /** A mail whose gateway died is sent by another, once its lease is over. */
  const mailWait = 90_000

  /** One call after another; a crash in between means that somebody new begins. */
  async function whole(factorId: string, email: string, isNew: boolean): Promise<Buffer> {
    const window = place.browser({ 'x-forwarded-for': `203.${people % 250}.${Math.floor(people / 250)}.55` })
    const before = place.mail.mails[0]?.id ?? 0
    const asked = await window.ask('vaultCode', { body: isNew ? { factorId, email } : { factorId } })
    if (asked.status !== 200) throw new Error(`no code: ${JSON.stringify(asked.body)}`)
    const otp = codeOf((await place.mail.next(email, before, mailWait)).text)
    const receiver = await createHpkePair()
    const body = { codeId: asked.body.codeId, otp, pin, hpkePub: receiver.publicKey }
    const answer = await window.ask(isNew ? 'vaultEnrol' : 'vaultOpen', { body })
    if (!isWalletAnswer(answer) || answer.status !== 200)
      throw new Error(`no key: ${JSON.stringify(answer.body)}`)
    return openSealed(receiver.privateKey, answer.body.key as never, vaultKeyAad(factorId))
  }

  return {
    what: 'keys of the vault',
    async step() {
      const enrol = async () => {
        people += 1
        const factorId = randomUUID()
        const email = `vault${people}@example.com`
        const key = await whole(factorId, email, true)
        return { factorId, email, key, at: performance.now() }
      }
      await pause(Math.max(0, nextAt - performance.now()))
      nextAt = performance.now() + pace
      facts.push((await insist('enrol', enrol, () => true)).answer)
    },
    acknowledged: () => facts.length,
    async findFaults(isLast) {
      const found = await findKeys(facts.map(({ factorId }) => factorId))
      const faults = facts
        .filter(({ factorId }) => !found.has(factorId))
        .map(({ factorId }) => `the vault has lost ${factorId}`)
      // A mailbox gets a code only so often: what is old enough is opened, each key once.
      const isRipe = ({ factorId, at }: Fact) =>
        !opened.has(factorId) && performance.now() - at > walletLimits.codeCooldown + 1_000
      for (const fact of facts.filter(isRipe).slice(0, isLast ? 3 : 1)) {
        opened.add(fact.factorId)
        const key = await whole(fact.factorId, fact.email, false)
        if (!key.equals(fact.key)) faults.push(`the vault gives another key for ${fact.factorId}`)
      }
      return faults
    },
  }
}
