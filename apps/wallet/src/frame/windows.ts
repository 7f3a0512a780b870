/**
 * Windows of the wallet that the frame opens. The address is made before the click, since a browser opens windows for
 * a click only and gives no handle to a page that severs its windows; it is made anew before it runs out (D-31).
 */
import { seconds } from '@latchkey/spec/limits'
import { type WalletAnswerOf, walletLimits } from '@latchkey/spec/walletApi'
import { isRefusal } from '../api/walletRefusal.js'
import { createParcelKey, openParcel, sealParcel, shareToParcel } from '../device/parcel.js'
import { type FrameParcel, takeParcel } from './account/takeParcel.js'
import type { FrameContext } from './context.js'
import type { WindowPurpose } from './panel/screen.js'

export interface Door {
  /** Inside a click. Before the address is there, the window opens as soon as it is. */
  open(): void
  /** What the windows left so far is taken over. */
  collect(): Promise<void>
  /** Settles when a window says that it is done, and what it left is taken over. */
  readonly done: Promise<void>
  close(): void
}

type Told = WalletAnswerOf<'windowWait'>

interface Made {
  readonly id: string
  readonly key: string
  readonly url: string
}

/** A window whose address is not used within its life is made again a little before that. */
const renewAfter = walletLimits.windowCodeLife - seconds(15)
const retryAfter = seconds(2)
/** How often a window is asked after that another was opened after. */
const lookEvery = seconds(3)

export function openDoor(
  context: FrameContext,
  { purpose, approvalId }: { readonly purpose: WindowPurpose; readonly approvalId?: string },
): Door {
  const { api, account, after, whenVisible, openWindow } = context
  const closing = new AbortController()
  let replacing = new AbortController()
  const opened: Made[] = []
  const taken = new Set<string>()
  let ready: Made | undefined
  let isPreparing = false
  let isWanted = false
  let cancel = () => {}
  let finish = () => {}
  let fail = (_: unknown) => {}
  const done = new Promise<void>((resolve, reject) => {
    finish = resolve
    fail = reject
  })
  // Whoever opens a door for a click alone never asks how it ended.
  done.catch(() => {})

  async function make(): Promise<Made> {
    const key = createParcelKey()
    const share = purpose === 'recover' ? undefined : await account.share()
    const parcel = share && (await sealParcel(key, 'window', { share: shareToParcel(share) }))
    const { windowId, url } = await api.call('windowCreate', {
      body: { purpose, ...(approvalId === undefined ? {} : { approvalId }), ...(parcel ? { parcel } : {}) },
    })
    return { id: windowId, key, url: `${url}.${key}` }
  }

  /** Always one address ahead. */
  async function prepare(): Promise<void> {
    if (isPreparing || closing.signal.aborted) return
    isPreparing = true
    cancel()
    try {
      const made = await make()
      if (closing.signal.aborted) return
      ready = made
      cancel = after(renewAfter, renew)
    } catch (error) {
      if (closing.signal.aborted) return
      if (isRefusal(error, 'UNAVAILABLE') || isRefusal(error, 'RATE'))
        cancel = after(error.retryAfter === undefined ? retryAfter : seconds(error.retryAfter), renew)
      else fail(error)
    } finally {
      isPreparing = false
    }
    if (isWanted && ready) go()
  }

  /** Addresses are counted, and nobody presses what they do not see. */
  function renew(): void {
    let isSeen = false
    cancel = whenVisible(() => {
      isSeen = true
      void prepare()
    })
    // Whoever comes back must not be sent to one that has run out.
    if (!isSeen) ready = undefined
  }

  function go(): void {
    if (closing.signal.aborted) return
    isWanted = ready === undefined
    // Pressed before there is an address, or after none could be made: a press is a reason to try.
    if (!ready) return void prepare()
    const made = ready
    ready = undefined
    openWindow(made.url)
    opened.push(made)
    replacing.abort()
    replacing = new AbortController()
    void watch(made, replacing.signal)
    void prepare()
  }

  /**
   * The server holds a question for the newest window only: a browser has six connections to it, and the person may
   * press as often as they like. One that was opened before may still be the one they go on in.
   */
  async function watch({ id, key }: Made, replaced: AbortSignal): Promise<void> {
    let known: Told['state'] = 'made'
    while (!closing.signal.aborted) {
      const isNewest = !replaced.aborted
      try {
        const told: Told = await api.call('windowWait', {
          params: { id },
          query: isNewest ? { known } : {},
          signal: isNewest ? AbortSignal.any([closing.signal, replaced]) : closing.signal,
        })
        if (told.state === 'done') {
          await take(key, told.parcel)
          return finish()
        }
        // Not before: what could not be taken over is told at once when it is asked for again.
        known = told.state
        if (!isNewest) await pass(lookEvery)
      } catch (error) {
        if (closing.signal.aborted) return
        // Given up for the one that was opened meanwhile.
        if (isNewest && replaced.aborted) continue
        if (!isRefusal(error, 'UNAVAILABLE')) return fail(error)
        await pass(retryAfter)
      }
    }
  }

  const pass = (ms: number) => new Promise<void>((resolve) => after(ms, resolve))

  /** Each parcel once, however often it is seen; one that could not be taken over may come again. */
  async function take(key: string, parcel: string | undefined): Promise<void> {
    if (parcel === undefined || taken.has(parcel)) return
    taken.add(parcel)
    try {
      const told: FrameParcel = await openParcel(key, 'frame', parcel)
      await takeParcel(context, told)
    } catch (error) {
      taken.delete(parcel)
      throw error
    }
  }

  void prepare()
  return {
    open: go,
    async collect() {
      for (const { id, key } of opened) {
        const { parcel } = await api.call('windowWait', { params: { id }, query: {} })
        await take(key, parcel)
      }
    },
    done,
    close() {
      closing.abort()
      cancel()
    },
  }
}
