/** The capsule that the page keeps for its frame: the share under a key of the server's. It signs nobody in and opens nothing by itself. */
import { capsuleAad, writeCapsule } from '@latchkey/spec/walletApi'
import { isRefusal } from '../../api/walletRefusal.js'
import type { KeptShare } from '../../device/deviceStore.js'
import type { KeyWorker } from '../../worker/runWork.js'
import type { AccountDeps } from './account.js'

type Deps = Pick<AccountDeps, 'api' | 'embedder' | 'session'>

/** Undefined where the server wants a factor first: after the share is active, its key is not for a session alone. */
export async function sealShare(
  { api, embedder, session }: Deps,
  worker: KeyWorker,
  share: KeptShare,
): Promise<string | undefined> {
  const { userId, deviceId, epoch, d } = share
  try {
    const { key } = await api.call('capsuleKey', {
      params: { id: deviceId },
      body: { purpose: 'write', hpkePub: worker.publicKey },
    })
    const aad = capsuleAad({
      projectId: session.require().device.projectId,
      origin: embedder.origin,
      userId,
      deviceId,
      epoch,
    })
    const { proof, sealed } = await worker.run('sealCapsule', { key, deviceId, aad }, d)
    return writeCapsule({ deviceId, epoch, proof }, sealed)
  } catch (error) {
    if (isRefusal(error, 'AAL')) return undefined
    throw error
  }
}
