/** Connect and sign in with one answer (the relay's own authentication, EIP-4361 messages inside). */
import { signErrors } from '@latchkey/spec/relay'
import * as v from 'valibot'
import { networkOf, type WalletNetwork } from '../wallet/networks.js'
import { faceOf } from '../words/face.js'
import { safeLine } from '../words/safeText.js'
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
  const asked = payload.chains.flatMap((chain) => networkOf(networks, chain) ?? [])
  return {
    payload,
    ask: {
      kind: 'sign-in',
      id,
      pairingTopic,
      app: faceOf(requester.metadata),
      expiresAt: expiryTimestamp === undefined ? undefined : expiryTimestamp * 1000,
      domain: safeLine(payload.domain, 80),
      statement: safeLine(payload.statement, 300),
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

const recap = v.object({ att: v.record(v.string(), v.record(v.string(), v.unknown())) })

/** What the app may ask for later is written into the last resource (ERC-5573): `request/personal_sign`. */
function methodsOf(resources: readonly string[] | undefined): string[] {
  const last = resources?.at(-1)
  if (!last?.startsWith('urn:recap:')) return []
  try {
    const read = v.safeParse(
      recap,
      JSON.parse(atob(last.slice('urn:recap:'.length).replace(/-/g, '+').replace(/_/g, '/'))),
    )
    if (!read.success) return []
    return Object.values(read.output.att)
      .flatMap((abilities) => Object.keys(abilities))
      .flatMap((ability) => /^request\/(\w{1,60})$/.exec(ability)?.[1] ?? [])
  } catch {
    return []
  }
}
