/** Where Farcaster is reached: the relay that carries the sign-in, and the network of the id registry. */
import type { NetworkId } from '@latchkey/spec/caip'
import * as v from 'valibot'

const address = v.custom<`0x${string}`>(
  (value) => typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value),
  'Expected an address',
)

const farcaster = v.strictObject({
  /** `https://relay.farcaster.xyz`, or a stand-in. */
  relay: v.pipe(v.string(), v.url(), v.regex(/^https?:/, 'Expected a web address')),
  /** Optimism, whose id a sign-in names; a stand-in has another chain under the same registry. */
  networkId: v.optional(
    v.custom<NetworkId>(
      (value) => typeof value === 'string' && /^eip155:\d{1,20}$/.test(value),
      'Expected a network id',
    ),
    'eip155:10',
  ),
  idRegistry: v.optional(address, '0x00000000Fc6c5F01Fc30151999387Bb99A9f489b'),
  /** Where an id lists the addresses that may sign in for it. */
  keyRegistry: v.optional(address, '0x00000000Fc1237824fb747aBDE0FF18990E59b7e'),
})
export type FarcasterSettings = v.InferOutput<typeof farcaster>

export function readFarcaster(text: string): FarcasterSettings {
  const read = v.safeParse(farcaster, JSON.parse(text))
  if (read.success) return read.output
  const first = read.issues[0]
  throw new TypeError(`does not describe Farcaster: ${v.getDotPath(first) ?? 'the text'}: ${first.message}`)
}
