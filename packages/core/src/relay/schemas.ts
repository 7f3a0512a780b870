/**
 * Shapes of what wallets send inside envelopes, and of what is kept between page loads. Everything is bounded. Written
 * with the few functions that storage uses: a schema library would be a seventh of what a person waits for here.
 */
import { relayBounds, signBounds } from '@latchkey/spec/relay'
import { fields, list, optionalFields, record, type Shape, type Shaped, text, textLike } from '../shape.js'

const word: Shape<string> = (value) =>
  typeof value === 'string' && value.length <= signBounds.text ? value : undefined
const words = list(word, signBounds.namespaceItems)
const isHex32 = (value: string): value is string => /^[0-9a-f]{64}$/.test(value)
/** A topic or a key: 32 bytes as hex. */
export const hex32 = textLike(isHex32)
/** Ids, and seconds since 1970. */
export const whole: Shape<number> = (value) =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined
export const message = text(relayBounds.payloadBytes)

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  value instanceof Object && !Array.isArray(value)
const properties: Shape<Readonly<Record<string, unknown>>> = (value) => (isRecord(value) ? value : undefined)

const icons = list(textLike(isPicture), 8)
const redirect = optionalFields({ native: word, universal: word })

/** An image that a page may show without running anything. */
function isPicture(value: string): value is string {
  return value.length <= signBounds.text && /^(https?:\/\/|data:image\/|ipfs:\/\/)/.test(value)
}

export interface SessionWallet {
  readonly name: string
  readonly description: string
  readonly url: string
  readonly icons: readonly string[]
  readonly redirect?: Shaped<typeof redirect>
}

/** A wallet that describes itself badly is still a wallet, so each field falls back. */
const wallet: Shape<SessionWallet> = (value) => {
  if (!isRecord(value)) return undefined
  const links = redirect(value.redirect)
  return {
    name: word(value.name)?.trim() || 'Wallet',
    description: word(value.description) ?? '',
    url: word(value.url) ?? '',
    icons: icons(value.icons) ?? [],
    ...(links ? { redirect: links } : {}),
  }
}

const namespace = fields({ accounts: words, methods: words, events: words })
const anyNamespaces = record(word, namespace)

/** The chains of a namespace are those of its accounts; what a wallet lists besides says nothing more. */
const namespaces: Shape<SessionNamespaces> = (value) => {
  const read = anyNamespaces(value)
  // Every key that is there has a value.
  return read && Object.keys(read).length <= signBounds.namespaces ? (read as SessionNamespaces) : undefined
}
export type SessionNamespaces = Readonly<Record<string, Shaped<typeof namespace>>>

const storedSession = fields({
  topic: hex32,
  key: hex32,
  wallet,
  namespaces,
  expiry: whole,
  /** The newest update that was applied: an older one that comes late must not undo it. */
  lastUpdate: whole,
  /** Namespaces of the page that use it; it ends with the last of them. */
  usedBy: words,
  /** Requests of the wallet that were heard. */
  seen: list(whole, signBounds.seenRequests),
})
export type Session = Shaped<typeof storedSession>

export const sessions = list(storedSession, signBounds.sessions)

/** A code that a wallet may still answer: on phones a page is often gone when the person comes back from the wallet. */
const savedCode = fields({ topic: hex32, key: hex32, privateKey: hex32, id: whole, expiry: whole })
/** What a sign-in asked for: enough to tell its answer from any other. */
const authQuestion = fields({ domain: word, uri: word, nonce: word, chains: words })
export type AuthQuestion = Shaped<typeof authQuestion>
const savedAuth = fields({ privateKey: hex32, id: whole, question: authQuestion })

export interface SavedPairing extends Shaped<typeof savedCode> {
  /** The sign-in that was asked for with it. */
  readonly auth?: Shaped<typeof savedAuth>
}

export const savedPairing: Shape<SavedPairing> = (value) => {
  const code = savedCode(value)
  if (!code || !isRecord(value) || value.auth === undefined) return code
  const auth = savedAuth(value.auth)
  return auth && { ...code, auth }
}

const participant = fields({ publicKey: hex32, metadata: wallet })

/** What a wallet answers to a proposal. */
export const proposalResult = fields({ responderPublicKey: hex32 })

const cacao: Shape<Cacao> = (value) => {
  if (!isRecord(value) || !isRecord(value.h) || !isRecord(value.p) || !isRecord(value.s)) return undefined
  const h = fields({ t: word })(value.h)
  const claims = cacaoClaims(value.p)
  const more = cacaoOptions(dropNull(value.p))
  const s = fields({ t: word, s: text(64 * 1024) })(value.s)
  return h && claims && more && s
    ? { h, p: { ...value.p, ...claims, ...more }, s: { ...value.s, ...s } }
    : undefined
}
const cacaoClaims = fields({ iss: word, aud: word, domain: word, version: word, nonce: word, iat: word })
const cacaoOptions = optionalFields({
  nbf: word,
  exp: word,
  requestId: word,
  statement: word,
  resources: list(text(64 * 1024), 64),
})
const dropNull = (value: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each !== null))

/** A signed message as CAIP-74 carries it; fields that nobody here reads are kept for whoever verifies it. */
export interface Cacao {
  readonly h: { readonly t: string }
  readonly p: Shaped<typeof cacaoClaims> & Shaped<typeof cacaoOptions>
  readonly s: { readonly t: string; readonly s: string }
}

export const authResult = fields({ cacaos: list(cacao, signBounds.namespaceItems), responder: participant })

/** What wallets ask of a page. */
export const settlement = fields({ namespaces, controller: participant, expiry: whole })
export const update = fields({ namespaces })
export const extension = optionalFields({ expiry: whole })
export const deletion = optionalFields({ message: word })
export const walletEvent: Shape<WalletEvent> = (value) => {
  const read = fields({ event: properties, chainId: word })(value)
  const name = word(read?.event.name)
  return read && name ? { chainId: read.chainId, name, data: read.event.data } : undefined
}
interface WalletEvent {
  readonly chainId: string
  readonly name: string
  readonly data: unknown
}

export type Payload =
  | { readonly id: number; readonly method: string; readonly params: unknown }
  | { readonly id: number; readonly error: { code: number; message: string; data?: unknown } }
  | { readonly id: number; readonly result: unknown }

/** A question, a refusal or an answer. */
export const payload: Shape<Payload> = (value) => {
  const id = isRecord(value) ? whole(value.id) : undefined
  if (!isRecord(value) || id === undefined) return undefined
  const method = word(value.method)
  if (method) return { id, method, params: value.params }
  if (isRecord(value.error)) {
    const { code, message: said, data } = value.error
    const hasCode = typeof code === 'number' && Number.isFinite(code)
    return { id, error: { code: hasCode ? code : 0, message: word(said) ?? '', data } }
  }
  return 'result' in value ? { id, result: value.result } : undefined
}
