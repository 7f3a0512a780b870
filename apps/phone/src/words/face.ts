/** An app as it describes itself: shown as its claim, never as a fact. Its icon is never loaded. */
import { mixesAlphabets, safeLine } from './safeText.js'

export interface Face {
  readonly name: string
  /** In plain ASCII, so that a look-alike of another alphabet is seen; empty when the app gave no address. */
  readonly host: string
  /** What a careful person would notice, in words. */
  readonly notes: readonly string[]
}

export function faceOf(metadata: unknown): Face {
  const { name, url } = read(metadata)
  const host = hostOf(url)
  const shown = safeLine(name, 40)
  const notes = [
    ...(mixesAlphabets(shown) ? ['The name mixes letters of two alphabets that look alike.'] : []),
    ...(/(^|\.)xn--/.test(host) ? ['The address has letters beyond a to z; it is written out here.'] : []),
  ]
  return { name: shown || host || 'An app without a name', host, notes }
}

function read(metadata: unknown): { name?: unknown; url?: unknown } {
  return typeof metadata === 'object' && metadata !== null ? metadata : {}
}

/** The host and, where it is unusual, the port. `URL` writes other alphabets as `xn--…`. */
function hostOf(url: unknown): string {
  if (typeof url !== 'string' || url.length > 2048) return ''
  try {
    const { protocol, host } = new URL(url)
    return protocol === 'https:' || protocol === 'http:' ? safeLine(host, 80) : ''
  } catch {
    return ''
  }
}
