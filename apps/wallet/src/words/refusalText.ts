/** What a person reads when the server refuses something. */
import type { WalletErrorCode } from '@latchkey/spec/walletApi'
import { copy, type ErrorKey } from './en/error.js'
import { wordsOf } from './words.js'

interface Refusal {
  readonly code: WalletErrorCode
  /** Seconds after which the same request can succeed. */
  readonly retryAfter?: number | undefined
  /** Tries left. */
  readonly left?: number | undefined
}

const t = wordsOf(copy)

/** Where nobody said after how many seconds. */
const soon: Partial<Record<WalletErrorCode, keyof typeof copy & `${string}-soon`>> = {
  RATE: 'error.rate-soon',
  COOLDOWN: 'error.cooldown-soon',
  PIN_WAIT: 'error.pin-wait-soon',
}

export function refusalText({ code, retryAfter, left = 0 }: Refusal): string {
  const key = retryAfter === undefined ? soon[code] : undefined
  return key ? t(key) : t(errorKey(code), { n: retryAfter ?? '', left })
}

// The type of the catalogue is made of the codes in the same way.
const errorKey = (code: WalletErrorCode): ErrorKey =>
  `error.${code.toLowerCase().replaceAll('_', '-')}` as ErrorKey
