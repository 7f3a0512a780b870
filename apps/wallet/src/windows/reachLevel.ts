/** As much proof of who one is as a page needs; a wallet that has nothing to prove it with gets its lock first. */
import type { WalletLevel } from '@latchkey/spec/walletApi'
import { isRefusal } from '../api/walletRefusal.js'
import { copy } from '../words/en/stage.js'
import { wordsOf } from '../words/words.js'
import { enrol } from './enrol.js'
import type { WindowSession } from './session.js'
import { type Stage, WindowProblem } from './stage.js'
import { type Proof, proveFactor, proveMailbox } from './stepUp.js'

const t = wordsOf(copy)

/** Settles at the level that is asked for, and says whether the person got another PIN on the way. */
export async function reachLevel(
  stage: Stage,
  session: WindowSession,
  wanted: WalletLevel,
  why: string,
): Promise<Proof> {
  const readMe = () => session.api.call('me', {})
  let me = await readMe()
  if (me.level >= wanted) return 'shown'
  if (me.passkeys.length === 0 && !me.hasPin) {
    await setLock(stage, session, why)
    me = await readMe()
  }
  let proof: Proof = 'shown'
  if (me.level < 2) {
    proof = await proveFactor(stage, session, me, why)
    // Who replaced their PIN showed a code from the mailbox for it, and is not sent there again.
    me = await readMe()
  }
  if (me.level >= wanted) return proof
  if (me.email !== undefined) await proveMailbox(stage, session, me.email)
  // A factor counts for less long here than it does for level 2: one that was shown a while ago is asked for again.
  me = await readMe()
  return me.level < 3 ? proveFactor(stage, session, me, why) : proof
}

async function setLock(stage: Stage, session: WindowSession, why: string): Promise<void> {
  try {
    await enrol(stage, session, t('stage.lock-why', { why }))
  } catch (error) {
    if (!isRefusal(error, 'AAL')) throw error
    throw new WindowProblem(t('stage.lock-elsewhere'))
  }
}
