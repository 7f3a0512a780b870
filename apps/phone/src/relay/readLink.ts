/** A pairing link, however it comes: typed, pasted, scanned, or inside the address of this page or of another wallet. */
import { formatPairingUri, parsePairingUri } from '@latchkey/spec/relay'

export type LinkProblem = 'empty' | 'malformed' | 'old' | 'expired'

export type ReadLink =
  /** `uri` is written anew from what was understood, so that nothing else reaches the client. */
  | { readonly uri: string; readonly topic: string; readonly expiresAt: number | undefined }
  | { readonly problem: LinkProblem }

const longest = 4096
const second = 1000

/** `now` in milliseconds. */
export function readLink(text: string, now: number): ReadLink {
  const trimmed = text.trim()
  if (trimmed === '') return { problem: 'empty' }
  if (trimmed.length > longest) return { problem: 'malformed' }
  const uri = linkInside(trimmed)
  if (/^wc:[^@]*@1[?]/.test(uri)) return { problem: 'old' }
  const pairing = parsePairingUri(uri)
  if (pairing?.relayProtocol !== 'irn') return { problem: 'malformed' }
  const expiresAt = pairing.expiryTimestamp === undefined ? undefined : pairing.expiryTimestamp * second
  if (expiresAt !== undefined && expiresAt <= now) return { problem: 'expired' }
  return { uri: formatPairingUri(pairing), topic: pairing.topic, expiresAt }
}

/** Wallet links carry the pairing link in `uri`: `https://wallet.example/wc?uri=…`, `wallet://wc?uri=…`. */
function linkInside(text: string): string {
  if (/^wc:/i.test(text)) return text.replace(/^wc:\/{0,2}/i, 'wc:')
  return new URLSearchParams(/\?([^#]*)/.exec(text)?.[1] ?? '').get('uri') ?? ''
}

/** The link that somebody opened this page with: `/?uri=…` or `/wc?uri=…`. */
export function linkOfAddress(address: string): string | undefined {
  return new URL(address).searchParams.get('uri') ?? undefined
}
