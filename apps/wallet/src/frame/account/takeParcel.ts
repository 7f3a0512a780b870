/** Takes over what a window left: passkeys that were enrolled there, or shares that it made for this device. */

import type { KeptShare } from '../../device/deviceStore.js'
import type { openParcel } from '../../device/parcel.js'
import { shareFromParcel } from '../../device/parcel.js'
import type { FrameContext } from '../context.js'
import { sealShare } from './keepCapsule.js'

export type FrameParcel = Awaited<ReturnType<typeof openParcel<'frame'>>>

export async function takeParcel(context: FrameContext, { pins, share }: FrameParcel): Promise<void> {
  const { account, session, store } = context
  if (share) await adoptShare(context, shareFromParcel(share))
  if (pins) {
    const kept = await store.share(session.require().userId)
    if (kept) await store.keepShare({ ...kept, pins })
  }
  // Passkeys, levels and shares of before may be of yesterday.
  account.forget()
}

/** New shares for this device, made in a window: kept first, then proved from what was kept, then active (2.5). */
async function adoptShare(context: FrameContext, share: KeptShare): Promise<void> {
  const { api, store, startWorker, session } = context
  const { userId, device } = session.require()
  if (share.userId !== userId || share.deviceId !== device.id)
    throw new RangeError('The shares are for another device')
  await store.keepShare(share)
  const { deviceId, epoch, d, marks } = share
  const { walletId } = marks
  const worker = await startWorker()
  try {
    const [{ s }, { nonce }] = await Promise.all([
      api.call('walletShare', {
        params: { id: walletId },
        body: { deviceId, epoch, hpkePub: worker.publicKey },
      }),
      api.call('walletChallenge', { body: {} }),
    ])
    const daily = { d, s, deviceId, epoch, marks: [marks] } as const
    const proofs = await worker.run('proveStored', daily, { step: 'activate-epoch', nonce })
    await api.call('epochActivate', {
      params: { id: walletId, epoch },
      body: { nonce, deviceId, proofs: [...proofs] },
    })
    const capsule = await sealShare(context, worker, share)
    if (capsule !== undefined) context.tell('SESSION_UPDATE', { token: capsule })
  } finally {
    worker.end()
  }
}
