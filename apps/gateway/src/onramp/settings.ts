/** Which on-ramps the gateway offers, and their keys: one object, by the name of the provider. */
import type { NetworkId } from '@latchkey/spec/caip'
import * as v from 'valibot'
import { readJson } from '../config/parse.js'

const secret = v.pipe(v.string(), v.minLength(1), v.maxLength(8192))

const providers = {
  /** Delivers on a test network from the account of `key`, which must be used for nothing else. */
  sandbox: v.strictObject({
    network: v.custom<NetworkId>(
      (value) => typeof value === 'string' && /^eip155:\d{1,15}$/.test(value),
      'Expected an eip155 network id',
    ),
    name: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(64)), 'Test network'),
    key: v.custom<`0x${string}`>(
      (value) => typeof value === 'string' && /^0x[0-9a-fA-F]{64}$/.test(value),
      'Expected a private key',
    ),
  }),
  /** A key of its developer portal: PEM, or the base64 of an Ed25519 key. */
  coinbase: v.strictObject({ keyId: secret, keySecret: secret }),
  moonpay: v.strictObject({ publicKey: secret, secretKey: secret, webhookKey: secret }),
  transak: v.strictObject({
    apiKey: secret,
    apiSecret: secret,
    referrerDomain: secret,
    environment: v.optional(v.picklist(['staging', 'production']), 'production'),
  }),
  meld: v.strictObject({
    key: secret,
    webhookSecret: secret,
    webhookUrl: v.optional(v.pipe(v.string(), v.url())),
    environment: v.optional(v.picklist(['sandbox', 'production']), 'production'),
  }),
} as const

const settings = v.strictObject({
  sandbox: v.optional(providers.sandbox),
  coinbase: v.optional(providers.coinbase),
  moonpay: v.optional(providers.moonpay),
  transak: v.optional(providers.transak),
  meld: v.optional(providers.meld),
})
export type OnrampSettings = v.InferOutput<typeof settings>

/** `{"sandbox": {"network": "eip155:31337", "key": "0x…"}}`; throws a `TypeError` that repeats no key. */
export function readOnramp(text: string): OnrampSettings {
  const read = v.safeParse(settings, readJson(text))
  if (read.success) return read.output
  const [issue] = read.issues
  throw new TypeError(`is not an object of providers: look at ${v.getDotPath(issue) ?? 'the whole'}`)
}
