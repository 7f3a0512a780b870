/** Work with the wallet's secret that only a window does: one more way of recovery, and the passkeys that a device trusts. */
import { prfSaltText, type WalletAnswerOf } from '@latchkey/spec/walletApi'
import { textBytes, wipe } from '../keys/bytes.js'
import type { OfflineKit } from '../kit/kit.js'
import { copy } from '../words/en/stage.js'
import { wordsOf } from '../words/words.js'
import type { PasskeyPins, PinnedPasskey } from '../worker/passkeyProof.js'
import type { KeyWorker } from '../worker/runWork.js'
import { startWorker } from '../worker/startWorker.js'
import type { WindowSession } from './session.js'
import { WindowProblem } from './stage.js'

const t = wordsOf(copy)

export async function prfSalt(walletId: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', textBytes(prfSaltText(walletId))))
}

export type Factor =
  | { readonly kind: 'passkey'; readonly secret: Uint8Array<ArrayBuffer>; readonly passkeyId: string }
  | { readonly kind: 'code'; readonly secret: Uint8Array<ArrayBuffer> }
  | {
      readonly kind: 'vault'
      readonly factorId: string
      /** The vault's answer, sealed to the worker that asks with this key. */
      readonly open: (hpkePub: string) => Promise<WalletAnswerOf<'vaultEnrol'>['key']>
    }

/** Wraps the recovery key under this factor. The first of an account needs nothing more; further ones need level 3. */
export async function addRecovery(session: WindowSession, factor: Factor): Promise<void> {
  await withWorker(async (worker) => {
    const daily = await dailyOf(session, worker)
    const id = factor.kind === 'vault' ? factor.factorId : crypto.randomUUID()
    const base = { factorId: id, kind: factor.kind, userId: session.userId }
    const secret = factor.kind === 'vault' ? await factor.open(worker.publicKey) : factor.secret
    const rk = await worker.run('addFactor', daily, { ...base, factor: secret })
    if (factor.kind !== 'vault') wipe(factor.secret)
    const passkey = factor.kind === 'passkey' ? { passkeyId: factor.passkeyId } : {}
    await session.api.call('recoveryAdd', { body: { id, kind: factor.kind, rk, ...passkey } })
  })
}

/** For the day on which there is no server. It is an export, and held, counted and told as one; wipes the code. */
export async function makeKit(
  session: WindowSession,
  code: Uint8Array<ArrayBuffer>,
): Promise<{ readonly kit: OfflineKit; readonly waits: number }> {
  try {
    return await withWorker(async (worker) => {
      const { d, marks, deviceId } = shareOf(session)
      const body = { walletId: marks.walletId, hpkePub: worker.publicKey }
      const { s, epoch, notBefore, now } = await session.api.call('exportTicket', { body })
      const daily = { d, s, deviceId, epoch, marks: [marks] } as const
      const owner = { id: crypto.randomUUID(), userId: session.userId, code }
      return { kit: await worker.run('makeOfflineKit', daily, owner), waits: notBefore - now }
    })
  } finally {
    wipe(code)
  }
}

/** From now on the frame signs nothing that none of these confirmed. */
export function pin(session: WindowSession, added: PinnedPasskey): Promise<PasskeyPins> {
  return withWorker(async (worker) => {
    const daily = await dailyOf(session, worker)
    const known = shareOf(session).pins.passkeys.filter(({ id }) => id !== added.id)
    return worker.run('pinPasskeys', daily, [...known, added])
  })
}

async function dailyOf(session: WindowSession, worker: KeyWorker) {
  const { d, marks, deviceId } = shareOf(session)
  const body = { walletId: marks.walletId, hpkePub: worker.publicKey }
  const { s, epoch } = await session.api.call('factorShare', { body })
  return { d, s, deviceId, epoch, marks: [marks] as const }
}

function shareOf({ share }: WindowSession) {
  if (!share) throw new WindowProblem(t('stage.no-share'))
  return share
}

export async function withWorker<T>(work: (worker: KeyWorker) => Promise<T>): Promise<T> {
  const worker = await startWorker()
  try {
    return await work(worker)
  } finally {
    worker.end()
  }
}
