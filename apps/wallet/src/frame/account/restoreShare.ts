/**
 * Brings the share back from the capsule that the page kept, where the browser lost the frame's storage (F-L). The key
 * of the capsule asks for a factor, so a page that hands somebody's capsule in gets nothing from it.
 */
import { capsuleAad } from '@latchkey/spec/walletApi'
import type { KeptShare } from '../../device/deviceStore.js'
import type { FrameContext } from '../context.js'
import { withStepUp } from '../withStepUp.js'
import { passkeysToPin } from './passkeysToPin.js'

/** Undefined where the capsule is of another device or epoch, or holds no share. */
export async function restoreShare(
  context: FrameContext,
  signal: AbortSignal,
): Promise<KeptShare | undefined> {
  const { api, account, embedder, session, startWorker, store } = context
  const { userId, device } = session.require()
  const { claim, sealed } = session.capsule() ?? {}
  const { marks } = await account.wallet()
  const { wallets } = await api.call('walletList', {})
  const epoch = wallets.find(({ id }) => id === marks.walletId)?.share?.epoch
  if (sealed === undefined || epoch === undefined || claim?.deviceId !== device.id || claim.epoch !== epoch)
    return undefined
  const worker = await startWorker()
  try {
    const askForKey = () =>
      api.call('capsuleKey', {
        params: { id: device.id },
        body: { purpose: 'open', hpkePub: worker.publicKey },
      })
    const { key } = await withStepUp(context, askForKey, signal)
    const place = {
      projectId: device.projectId,
      origin: embedder.origin,
      userId,
      deviceId: device.id,
      epoch,
    }
    const d = await worker.run('openCapsule', { key, deviceId: device.id, aad: capsuleAad(place) }, sealed)
    const { passkeys } = await api.call('me', {})
    // Sealed with the first share that is released to this device; until then the list is the server's word.
    const pins = { passkeys: passkeysToPin(passkeys), seal: '' }
    const share: KeptShare = { userId, deviceId: device.id, epoch, d, marks, pins }
    await store.keepShare(share)
    return share
  } finally {
    worker.end()
  }
}
