/** Who this window is: opened by a frame with a code that works once, or here before, known by its cookie and key. */
import { type SessionAnswer, type WalletAnswerOf, walletErrors } from '@latchkey/spec/walletApi'
import { createProofPair, openProofKey } from '../api/proofKey.js'
import { createWalletApi, type WalletApi } from '../api/walletApi.js'
import { WalletRefusal } from '../api/walletRefusal.js'
import { createDeviceStore, type KeptShare } from '../device/deviceStore.js'
import { openParcel, sealParcel, shareFromParcel } from '../device/parcel.js'
import { openShelf } from '../device/shelf.js'

type ToFrame = Parameters<typeof sealParcel<'frame'>>[2]

export interface WindowSession {
  readonly api: WalletApi
  readonly userId: string
  /** The page whose frame opened this window; absent where the person came back to it by themselves. */
  readonly origin: string | undefined
  readonly approvalId: string | undefined
  /** The device of that frame. */
  readonly openedBy: string | undefined
  /** Its share, where the frame sent it along. */
  readonly share: KeptShare | undefined
  /** Tells the frame that something is done, and leaves a parcel for it. */
  finish(parcel: ToFrame): Promise<void>
}

/** Calls that prove nothing but a key: pages that a mail or another service leads to. */
export async function openApi(): Promise<WalletApi> {
  const store = createDeviceStore(await openShelf('windows', () => indexedDB))
  const pair = await store.proofPair().catch(createProofPair)
  const api = createWalletApi({
    origin: location.origin,
    key: await openProofKey(pair, () => Date.now()),
    fetch: (input, init) => fetch(input, init),
    createId: () => crypto.randomUUID(),
    refresh: async (own) => sameUser(own, await own.call('windowResume', { body: {} })),
  })
  // Its answer brings the nonce of the first proof; where it does not come, the first call says why.
  await api.call('nonceRead', {}).catch(() => {})
  return api
}

const form = /^#([0-9a-f-]{36})\.([A-Za-z0-9_-]{43})(?:\.([A-Za-z0-9_-]{43}))?$/

/** Begins at once; it may be waited for later, when the page can say what went wrong. */
export function openWindowSession(): Promise<WindowSession> {
  const opening = openSession()
  opening.catch(() => {})
  return opening
}

async function openSession(): Promise<WindowSession> {
  const [, windowId, secret, parcelKey] = form.exec(location.hash) ?? []
  const asked = new URLSearchParams(location.search).get('id') ?? undefined
  // Used once, and gone from the address and the history before anything is awaited.
  if (secret !== undefined) history.replaceState(null, '', addressHere())
  const api = await openApi()
  if (windowId === undefined || secret === undefined) {
    const session = await api.call('windowResume', { body: {} })
    api.setSession(session)
    return {
      api,
      userId: session.userId,
      origin: undefined,
      approvalId: asked,
      openedBy: undefined,
      share: undefined,
      finish: async () => {},
    }
  }
  const opened = await api.call('windowOpen', { body: { windowId, secret } })
  api.setSession(opened.session)
  const { approvalId } = opened
  /** The frame may read only the last one, so it holds everything that was told. */
  let told: ToFrame = {}
  // So that the page can be loaded again.
  if (approvalId !== undefined) history.replaceState(null, '', addressHere({ id: approvalId }))
  return {
    api,
    userId: opened.session.userId,
    origin: opened.origin,
    approvalId,
    openedBy: opened.openedBy,
    share: await shareOf(opened, parcelKey),
    async finish(parcel) {
      told = { ...told, ...parcel }
      const body = parcelKey === undefined ? {} : { parcel: await sealParcel(parcelKey, 'frame', told) }
      await api.call('windowResult', { params: { id: windowId }, body })
    },
  }
}

/** Without what is used once, and in the same language when it is loaded again. */
function addressHere(kept: Readonly<Record<string, string>> = {}): string {
  const lang = new URLSearchParams(location.search).get('lang')
  const query = new URLSearchParams(lang === null ? kept : { ...kept, lang }).toString()
  return query === '' ? location.pathname : `${location.pathname}?${query}`
}

async function shareOf(
  { parcel, session }: WalletAnswerOf<'windowOpen'>,
  key: string | undefined,
): Promise<KeptShare | undefined> {
  if (parcel === undefined || key === undefined) return undefined
  const { share } = await openParcel(key, 'window', parcel)
  // A parcel is of the person that the session is of, or it is none.
  return share?.userId === session.userId ? shareFromParcel(share) : undefined
}

/** Windows share a cookie: one that another person opened meanwhile is not this one. */
function sameUser(api: WalletApi, session: SessionAnswer): SessionAnswer {
  const before = api.session()
  if (before && before.userId !== session.userId) {
    throw new WalletRefusal({ code: 'SESSION_EXPIRED', message: walletErrors.SESSION_EXPIRED.text })
  }
  return session
}
