/** The wallet of whoever is signed in: made where there is none, known again where there is one. No address leaves before it is active (I6). */
import type { Namespace } from '@latchkey/spec/caip'
import type { AccountType } from '@latchkey/spec/options'
import type { WalletAccount, WalletAnswerOf } from '@latchkey/spec/walletApi'
import type { WalletApi } from '../../api/walletApi.js'
import { isRefusal } from '../../api/walletRefusal.js'
import type { DeviceStore, KeptShare } from '../../device/deviceStore.js'
import type { WalletMarks } from '../../keys/rebuild.js'
import type { KeyWorker } from '../../worker/runWork.js'
import type { Session } from '../session.js'
import { sealShare } from './keepCapsule.js'
import { activateKept, registerWallet } from './registerWallet.js'

export interface AccountDeps {
  readonly api: WalletApi
  readonly store: DeviceStore
  readonly session: Session
  readonly embedder: { readonly projectId?: string; readonly origin: string }
  readonly startWorker: () => Promise<KeyWorker>
  readonly lock: <T>(name: string, run: () => Promise<T>) => Promise<T>
  readonly createId: () => string
  /** A new capsule for the page to keep. */
  readonly tellCapsule: (token: string) => void
}

/** A wallet that is active, as the server has it; what this device knows of it is asked for when it signs. */
export interface ActiveWallet {
  readonly marks: WalletMarks
  readonly accounts: readonly WalletAccount[]
}

export interface Account {
  /** Makes the wallet where there is none. Everybody who asks at once waits for the same one. */
  wallet(): Promise<ActiveWallet>
  /** The share of this device; undefined where it has none that fits what the server has (another epoch, F-Q). */
  share(): Promise<KeptShare | undefined>
  me(): Promise<WalletAnswerOf<'me'>>
  prefer(namespace: Namespace, type: AccountType): Promise<void>
  /** Somebody else signs in, or nobody. */
  forget(): void
}

type Listed = WalletAnswerOf<'walletList'>['wallets'][number]

export function createAccount(deps: AccountDeps): Account {
  const { api, store, session, lock } = deps
  /** Whose wallet this frame saw made: what their session said at the sign-in is of before. */
  let madeFor: string | undefined

  async function find(): Promise<ActiveWallet> {
    const { device, userId, wallet: known } = session.require()
    // Whoever had none at the sign-in needs no question for that.
    const active = known.state === 'none' && madeFor !== userId ? undefined : activeOf(await list())
    if (active) return toWallet(active)
    // Another tab of this page may be making one: it goes first, and this one finds it made.
    return lock('latchkey-wallet', async () => {
      const wallets = await list()
      const made = activeOf(wallets)
      if (made) return toWallet(made)
      const kept = await store.share(userId)
      const isKept = kept?.deviceId === device.id && wallets.some(({ id }) => id === kept.marks.walletId)
      const worker = await deps.startWorker()
      try {
        const share = isKept ? kept : await registerWallet(deps, worker)
        // Before it is active: from then on the key of the capsule asks for a factor.
        const capsule = await sealShare(deps, worker, share)
        await activateKept(deps, worker, share)
        madeFor = userId
        if (capsule !== undefined) deps.tellCapsule(capsule)
        return { marks: share.marks, accounts: share.marks.accounts }
      } catch (error) {
        // Another device of the person was faster; what this one began, nobody has seen.
        const other = isRefusal(error, 'WALLET_STATE') ? activeOf(await list()) : undefined
        if (!other) throw error
        madeFor = userId
        return toWallet(other)
      } finally {
        worker.end()
      }
    })
  }

  const list = async () => (await api.call('walletList', {})).wallets

  const wallet = asOnce(find)
  const me = asOnce(() => api.call('me', {}))

  return {
    wallet: wallet.get,
    async share() {
      const { marks } = await wallet.get()
      const { device, userId } = session.require()
      const kept = await store.share(userId)
      if (kept?.marks.walletId !== marks.walletId || kept.deviceId !== device.id) return undefined
      const wallets = await list()
      const epoch = wallets.find(({ id }) => id === marks.walletId)?.share?.epoch
      return epoch === kept.epoch ? kept : undefined
    },
    me: me.get,
    async prefer(namespace, type) {
      await api.call('preferAccount', { params: { namespace }, body: { type } })
      me.forget()
    },
    forget() {
      wallet.forget()
      me.forget()
    },
  }
}

/** Found once for everybody who asks. A failure is forgotten: the next question tries again. */
function asOnce<T>(find: () => Promise<T>) {
  let found: Promise<T> | undefined
  const forget = () => {
    found = undefined
  }
  return {
    forget,
    async get(): Promise<T> {
      found ??= find()
      try {
        return await found
      } catch (error) {
        forget()
        throw error
      }
    },
  }
}

const activeOf = (wallets: readonly Listed[]) => wallets.find(({ state }) => state === 'active')

function toWallet({ id, rkPub, kcv, accounts }: Listed): ActiveWallet {
  return { marks: { walletId: id, rkPub, kcv, accounts }, accounts }
}
