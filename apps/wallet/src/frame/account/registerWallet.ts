/**
 * Makes a wallet so that it cannot be lost (2.5 of the design): shares to the server, the own share to disk and read
 * back, then proved from what was stored. Only after that is it active. Each step can be asked twice.
 */
import type { KeptShare } from '../../device/deviceStore.js'
import type { KeyWorker } from '../../worker/runWork.js'
import type { AccountDeps } from './account.js'
import { passkeysToPin } from './passkeysToPin.js'

/** Steps 1 to 3. What is given back lies in the store. */
export async function registerWallet(deps: AccountDeps, worker: KeyWorker): Promise<KeptShare> {
  const { api, store, session, createId } = deps
  const { userId, device } = session.require()
  const [challenge, { passkeys }] = await Promise.all([
    api.call('walletChallenge', { body: {} }),
    api.call('me', {}),
  ])
  const walletId = createId()
  const made = await worker.run('createWallet', {
    walletId,
    deviceId: device.id,
    nonce: challenge.nonce,
    serverKey: challenge.hpke.publicKey,
    passkeys: passkeysToPin(passkeys),
  })
  const { rkPub, kcv, share, d, pins } = made
  const accounts = [...made.accounts]
  await api.call('walletPut', {
    params: { id: walletId },
    body: {
      nonce: challenge.nonce,
      kid: challenge.hpke.kid,
      accounts,
      rkPub,
      kcv,
      share,
      proofs: [...made.proofs],
    },
  })
  const marks = { walletId, rkPub, kcv, accounts }
  const kept: KeptShare = { userId, deviceId: device.id, epoch: share.epoch, d, marks, pins }
  await store.keepShare(kept)
  return kept
}

/** Steps 4 and 5, also for a wallet that an earlier visit began (F-B). The share is read from the store again. */
export async function activateKept(deps: AccountDeps, worker: KeyWorker, kept: KeptShare): Promise<void> {
  const { api, store } = deps
  const { walletId } = kept.marks
  const stored = await store.share(kept.userId)
  if (stored?.marks.walletId !== walletId) throw new Error('The browser did not keep the share')
  const { deviceId, epoch, d, marks } = stored
  const [{ s }, { nonce }] = await Promise.all([
    api.call('walletShare', {
      params: { id: walletId },
      body: { deviceId, epoch, hpkePub: worker.publicKey },
    }),
    api.call('walletChallenge', { body: {} }),
  ])
  const proofs = await worker.run(
    'proveStored',
    { d, s, deviceId, epoch, marks: [marks] },
    { step: 'activate', nonce },
  )
  await api.call('walletActivate', {
    params: { id: walletId },
    body: { nonce, deviceId, proofs: [...proofs] },
  })
}
