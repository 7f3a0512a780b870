/** The operator's accounts at the six providers; an entry of a stand-in names its own addresses. */
import { redirectProviders } from '@latchkey/spec/options'
import * as v from 'valibot'

const url = v.pipe(v.string(), v.url(), v.regex(/^https?:/, 'Expected a web address'))
const secret = v.pipe(v.string(), v.minLength(1), v.maxLength(4096))

const provider = v.strictObject({
  clientId: v.pipe(v.string(), v.minLength(1), v.maxLength(256)),
  clientSecret: v.optional(secret),
  /** Apple signs a token in place of a secret: team, key id, and the key in PKCS #8. */
  apple: v.optional(
    v.strictObject({
      teamId: v.pipe(v.string(), v.maxLength(32)),
      keyId: v.pipe(v.string(), v.maxLength(32)),
      privateKey: secret,
    }),
  ),
  /** Only for a stand-in or a server of one's own; the provider's addresses otherwise. */
  issuer: v.optional(url),
  authorization: v.optional(url),
  token: v.optional(url),
  userinfo: v.optional(url),
})

const social = v.strictObject(v.entriesFromList(redirectProviders, v.optional(provider)))
export type SocialSettings = v.InferOutput<typeof social>
export type ProviderSettings = v.InferOutput<typeof provider>

/** The text is kept out of the message: it holds secrets. */
export function readSocial(text: string): SocialSettings {
  const read = v.safeParse(social, parse(text))
  if (read.success) return read.output
  const first = read.issues[0]
  throw new TypeError(`is not a list of providers: ${v.getDotPath(first) ?? 'the text'}: ${first.message}`)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
