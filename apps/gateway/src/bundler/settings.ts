/** Bundlers of user operations that the operator configured, by network and name. */
import type { NetworkId } from '@latchkey/spec/caip'
import * as v from 'valibot'
import { readJson } from '../config/parse.js'

/** URLs by name; the first is used where none is named. */
export type Bundlers = ReadonlyMap<NetworkId, ReadonlyMap<string, string>>

const settings = v.record(
  v.pipe(v.string(), v.regex(/^eip155:\d{1,32}$/)),
  v.pipe(
    v.record(
      v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,32}$/)),
      v.pipe(v.string(), v.url(), v.regex(/^https?:\/\//)),
    ),
    v.minEntries(1),
  ),
)

/** `{"eip155:1": {"pimlico": "https://…"}}`; throws a `TypeError` that repeats no URL, which may hold a key. */
export function readBundlers(text: string): Bundlers {
  const read = v.safeParse(settings, readJson(text))
  if (!read.success) {
    const place = v.getDotPath(read.issues[0]) ?? 'the whole'
    throw new TypeError(`is not an object of network id to URLs by name: look at ${place}`)
  }
  // The keys were checked to be eip155 network ids.
  const entries = Object.entries(read.output) as [NetworkId, Record<string, string>][]
  return new Map(entries.map(([networkId, urls]) => [networkId, new Map(Object.entries(urls))]))
}
