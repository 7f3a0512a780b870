/** Connect and sign in with one answer (the relay's own authentication, EIP-4361 messages inside). */
import { signErrors } from '@latchkey/spec/relay'
import * as v from 'valibot'
import { networkOf, type WalletNetwork } from '../wallet/networks.js'
import { faceOf } from '../words/face.js'
import { safeLine, safeLines } from '../words/safeText.js'
import type { SignInAsk } from './ask.js'

const text = (most: number) => v.pipe(v.string(), v.maxLength(most))

export const authPayloadSchema = v.object({
  type: v.optional(text(16)),
  chains: v.pipe(v.array(text(64)), v.minLength(1), v.maxLength(100)),
  domain: text(256),
  aud: text(2048),
  version: text(16),
  nonce: text(256),
  iat: text(64),
  statement: v.optional(text(2048)),
  requestId: v.optional(text(256)),
  resources: v.optional(v.pipe(v.array(text(8192)), v.maxLength(20))),
  nbf: v.optional(text(64)),
  exp: v.optional(text(64)),
})
export type AuthPayload = v.InferOutput<typeof authPayloadSchema>

const schema = v.object({
  id: v.number(),
  pairingTopic: v.optional(text(128), ''),
  requester: v.object({ metadata: v.unknown() }),
  authPayload: authPayloadSchema,
  expiryTimestamp: v.optional(v.number()),
})

export interface ReadSignIn {
  readonly ask: SignInAsk
  readonly payload: AuthPayload
}

export function readSignIn(input: unknown, networks: readonly WalletNetwork[]): ReadSignIn | undefined {
  const read = v.safeParse(schema, input)
  if (!read.success) return undefined
  const { id, pairingTopic, requester, authPayload: payload, expiryTimestamp } = read.output
  const app = faceOf(requester.metadata)
  const asked = payload.chains.flatMap((chain) => networkOf(networks, chain) ?? [])
  return {
    payload,
    ask: {
      kind: 'sign-in',
      id,
      pairingTopic,
      app,
      expiresAt: expiryTimestamp === undefined ? undefined : expiryTimestamp * 1000,
      domain: safeLine(payload.domain, 256),
      // Whole: it is signed whole.
      statement: safeLines(payload.statement ?? ''),
      facts: factsOf(payload),
      cautions: cautionsOf(payload, app.host),
      networks: asked,
      methods: methodsOf(payload.resources),
      obstacle:
        asked.length > 0
          ? undefined
          : {
              code: signErrors.unsupportedChains,
              message: 'The app asks for no network that this wallet has accounts on.',
            },
    },
  }
}

/** What else stands in the message that is signed. */
function factsOf({ aud, exp, nbf, resources = [] }: AuthPayload): SignInAsk['facts'] {
  const named = resources.filter((each) => !each.startsWith(recapPrefix))
  return [
    ['For', safeLines(aud)],
    ...(nbf === undefined ? [] : [['Not before', safeLines(nbf)] as const]),
    ...(exp === undefined ? [] : [['Ends', safeLines(exp)] as const]),
    ...(named.length === 0 ? [] : [['Also names', safeLines(named.join('\n'))] as const]),
  ]
}

/** A page that lets people sign in to another is how sign-ins are stolen. */
function cautionsOf({ domain, aud }: AuthPayload, host: string): string[] {
  const isForeign = host !== '' && domain.toLowerCase() !== host.toLowerCase()
  return [
    ...(isForeign
      ? [`The app says that it is at ${host}, but it asks you to sign in to another place.`]
      : []),
    ...(hostOf(aud) === domain.toLowerCase()
      ? []
      : ['The message is meant for another address than it names first.']),
  ]
}

function hostOf(address: string): string | undefined {
  try {
    return new URL(address).host
  } catch {
    return undefined
  }
}

const recapPrefix = 'urn:recap:'

const recap = v.object({ att: v.record(v.string(), v.record(v.string(), v.unknown())) })

/** What the app may ask for later is written into the last resource (ERC-5573): `request/personal_sign`. */
function methodsOf(resources: readonly string[] | undefined): string[] {
  const last = resources?.at(-1)
  if (!last?.startsWith(recapPrefix)) return []
  try {
    const read = v.safeParse(
      recap,
      JSON.parse(atob(last.slice(recapPrefix.length).replace(/-/g, '+').replace(/_/g, '/'))),
    )
    if (!read.success) return []
    return Object.values(read.output.att)
      .flatMap((abilities) => Object.keys(abilities))
      .flatMap((ability) => /^request\/(\w{1,60})$/.exec(ability)?.[1] ?? [])
  } catch {
    return []
  }
}
