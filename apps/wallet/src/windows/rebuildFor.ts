/** Recovery itself: the factor opens the recovery key, which proves itself to the server for S; then new shares for the frame that asked. */
import { toBase64url } from '../keys/bytes.js'
import { copy } from '../words/en/stage.js'
import { wordsOf } from '../words/words.js'
import type { Opened } from './recoveryFactors.js'
import type { WindowSession } from './session.js'
import { WindowProblem } from './stage.js'
import { withWorker } from './work.js'

const t = wordsOf(copy)

export async function rebuildFor(
  session: WindowSession,
  way: { readonly id: string },
  { secret, passkey }: Opened,
): Promise<void> {
  const { api, userId, openedBy } = session
  if (openedBy === undefined) throw new WindowProblem(t('stage.not-opened'))
  await withWorker(async (worker) => {
    const opened = await api.call('recoveryOpen', { body: { factorId: way.id } })
    const { walletId, rkPub, kcv, accounts, kind, rk, ticket } = opened
    const marks = { walletId, rkPub, kcv, accounts }
    const factor = { factorId: way.id, kind, factor: await secret(worker.publicKey), userId }
    const wrapped = { ...factor, rk, marks: [marks] as const }
    const signature = await worker.run('proveRecovery', wrapped, ticket)
    const { s } = await api.call('recoveryProve', { body: { ticket, hpkePub: worker.publicKey, signature } })

    const { wallet } = await api.call('me', {})
    const { nonce, hpke } = await api.call('walletChallenge', { body: {} })
    const epoch = (wallet?.epoch ?? opened.epoch) + 1
    const { r, deviceId } = opened
    const made = await worker.run(
      'recover',
      { ...wrapped, r, s, deviceId, epoch: opened.epoch },
      {
        walletId,
        deviceId: openedBy,
        epoch,
        nonce,
        serverKey: hpke.publicKey,
        step: 'stage',
        passkeys: passkey ? [passkey] : [],
      },
    )
    const { share, proofs, d, pins } = made
    const body = { nonce, kid: hpke.kid, share, proofs: [...proofs], recoveryTicket: ticket }
    await api.call('epochStage', { params: { id: walletId }, body })
    // The frame stores its share, proves that it can be rebuilt from it, and only then is it active (2.5).
    await session.finish({
      share: {
        userId,
        deviceId: openedBy,
        epoch,
        d: toBase64url(d),
        marks: { ...marks, accounts: [...accounts] },
        pins: { ...pins, passkeys: [...pins.passkeys] },
      },
    })
  })
}
