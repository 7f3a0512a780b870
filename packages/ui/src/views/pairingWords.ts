/** How a pairing stands, in words: what is going on, what can be done, and whether it went wrong. */
import type { Pairing } from './pairing.js'
import type { Reason } from './reason.js'
import type { RelayText } from './relayCopy.js'

export interface PairingWords {
  readonly title: string
  readonly detail: string
  /** Changes each second, so it is seen and not read out. */
  readonly countdown?: string
  /** What starts it anew; absent while there is nothing to start. */
  readonly again?: string
}

interface WordsInput {
  /** The wallet that was chosen; any will do where there is none. */
  readonly wallet: string | undefined
  readonly now: number
  readonly t: RelayText
  readonly reason: Reason
}

interface CodeWordsInput extends WordsInput {
  /** Nobody scans the screen they hold in their hand. */
  readonly isMobile: boolean
}

/** What went wrong, or is being tried again; `undefined` while all is well. */
export function pairingTrouble(
  { phase, error, retryAt }: Pick<Pairing, 'phase' | 'error' | 'retryAt'>,
  { wallet, now, t, reason }: WordsInput,
): PairingWords | undefined {
  const again = t('shell.retry')
  switch (phase) {
    case 'lost': {
      const n = Math.ceil(((retryAt ?? now) - now) / 1000)
      const countdown = n > 0 ? t('relay.lost-in', { n }) : t('relay.lost-now')
      return { title: t('relay.lost'), detail: t('relay.lost-detail'), countdown, again }
    }
    case 'refused':
      return { title: t('relay.refused'), detail: reason(error) ?? t('relay.refused-detail'), again }
    case 'declined':
      return {
        title: t('connecting.declined'),
        detail: t('connecting.declined-detail', { wallet: wallet ?? t('relay.any') }),
        again,
      }
    case 'expired':
      return { title: t('relay.expired'), detail: t('relay.expired-detail'), again: t('relay.again') }
    case 'failed':
      return {
        title: t('connecting.failed'),
        detail: reason(error) ?? t('connecting.failed-detail'),
        again,
      }
    case 'stopped':
      return { title: t('connecting.failed'), detail: t('relay.stopped-detail'), again }
    case 'unavailable':
      return { title: t('relay.unavailable'), detail: t('relay.unavailable-detail') }
    default:
      return undefined
  }
}

/** What stands below the code. */
export function codeWords(
  pairing: Pick<Pairing, 'phase' | 'error' | 'retryAt'>,
  input: CodeWordsInput,
): PairingWords {
  const { wallet, isMobile, t } = input
  const trouble = pairingTrouble(pairing, input)
  if (trouble) return trouble
  switch (pairing.phase) {
    case 'preparing':
      return { title: t('relay.preparing'), detail: t('relay.preparing-detail') }
    case 'renewing':
      return { title: t('relay.renewing'), detail: t('relay.renewing-detail') }
    case 'done':
      return {
        title: t('connecting.done'),
        detail: t('connecting.done-detail', { wallet: wallet ?? t('relay.any') }),
      }
    default:
      if (isMobile) return { title: t('relay.scan-elsewhere'), detail: t('relay.scan-paste') }
      return {
        title: t('relay.scan'),
        detail: wallet === undefined ? t('relay.scan-any') : t('relay.scan-detail', { wallet }),
      }
  }
}

/** `3:05` */
export function minutes(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
