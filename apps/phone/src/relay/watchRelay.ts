/** How the connection to the relay is doing, in the few words that a person needs. */
import type { IWalletKit } from '@reown/walletkit'
import { safeLine } from '../words/safeText.js'

export type RelayState =
  /** Nobody to talk to yet: the client opens no connection before it has a topic. */
  | { readonly status: 'resting' }
  | { readonly status: 'connecting' }
  | { readonly status: 'connected' }
  /** It does not answer, and is being tried again. */
  | { readonly status: 'lost' }
  /** This device has no network. */
  | { readonly status: 'offline' }
  /** It answered with a refusal; trying again by itself would not help. */
  | { readonly status: 'refused'; readonly reason: string }

/** In milliseconds: shorter breaks are nobody's business. */
const grace = 3_000

export interface RelayWatch {
  /** Tries at once instead of when it is next due. */
  retry(): Promise<void>
  /** To be called after the client gained or lost a topic. */
  look(): void
  stop(): void
}

export function watchRelay(
  client: IWalletKit,
  /** `isWanted`: a link is being followed, before the client knows of a topic. */
  { tell, isWanted }: { tell: (state: RelayState) => void; isWanted: () => boolean },
): RelayWatch {
  const { relayer } = client.core
  let reason: string | undefined
  let isOverdue = false
  let timer: ReturnType<typeof setTimeout> | undefined

  function current(): RelayState {
    if (relayer.connected) return { status: 'connected' }
    if (!navigator.onLine) return { status: 'offline' }
    if (reason !== undefined) return { status: 'refused', reason }
    if (!relayer.subscriber.hasAnyTopics && !isWanted()) return { status: 'resting' }
    return { status: isOverdue ? 'lost' : 'connecting' }
  }

  function look(): void {
    const state = current()
    if (state.status === 'connecting') {
      timer ??= setTimeout(() => {
        timer = undefined
        isOverdue = true
        look()
      }, grace)
    } else if (state.status !== 'lost') {
      clearTimeout(timer)
      timer = undefined
      isOverdue = false
    }
    tell(state)
  }

  const connected = () => {
    reason = undefined
    look()
  }
  const failed = (error: unknown) => {
    // "WebSocket connection closed abnormally with code: 3000 (Unauthorized: …)": the words in brackets are the relay's.
    const said = error instanceof Error ? (/\(([^)]+)\)/.exec(error.message)?.[1] ?? error.message) : ''
    reason = safeLine(said, 160) || 'no reason given'
    look()
  }
  relayer.on('relayer_connect', connected)
  relayer.on('relayer_disconnect', look)
  relayer.on('relayer_error', failed)
  addEventListener('online', look)
  addEventListener('offline', look)
  look()

  return {
    look,
    async retry() {
      reason = undefined
      isOverdue = false
      look()
      await relayer.restartTransport().catch(() => {})
      look()
    },
    stop() {
      clearTimeout(timer)
      relayer.off('relayer_connect', connected)
      relayer.off('relayer_disconnect', look)
      relayer.off('relayer_error', failed)
      removeEventListener('online', look)
      removeEventListener('offline', look)
    },
  }
}
