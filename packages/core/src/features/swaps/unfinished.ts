/** Remembers an approval whose swap has not been sent, so that a reload in between loses nothing. */
import { asAddress, isAccountId, isNetworkId } from '@latchkey/spec/caip'
import { limits } from '@latchkey/spec/limits'
import * as v from 'valibot'
import type { KitContext } from '../../context.js'
import { type Subject, subjectKey } from '../subject.js'
import type { UnfinishedSwap } from './types.js'

const key = 'unfinished-swap'
const version = 1

const address = v.pipe(v.string(), v.regex(/^0x[0-9a-f]{40}$/i), v.transform(asAddress))
const schema = v.object({
  version: v.literal(version),
  data: v.object({
    networkId: v.custom<`${string}:${string}`>(isNetworkId),
    address,
    from: v.custom<`${string}:${string}:${string}`>(isAccountId),
    to: v.custom<`${string}:${string}:${string}`>(isAccountId),
    amount: v.pipe(v.string(), v.regex(/^[1-9]\d{0,77}$/)),
    slippage: v.pipe(v.string(), v.maxLength(8)),
    spender: address,
    hash: v.pipe(v.string(), v.maxLength(256)),
    at: v.pipe(v.number(), v.finite()),
  }),
})

export interface Unfinished {
  /** That of the account on its network, while it is worth going on with. */
  read(subject: Subject): UnfinishedSwap | undefined
  write(swap: UnfinishedSwap): void
  forget(): void
}

export function createUnfinished({ storage, clock, log }: KitContext): Unfinished {
  return {
    read(subject) {
      const text = storage.raw.get(key)
      if (text === null) return undefined
      const parsed = v.safeParse(schema, parseJson(text))
      if (!parsed.success) return void log.warn('The stored swap is old or unreadable; ignored')
      const { data } = parsed.output
      const age = clock.now() - data.at
      if (age < 0 || age > limits.swapUnfinished) return undefined
      return subjectKey(data).toLowerCase() === subjectKey(subject).toLowerCase() ? data : undefined
    },
    write: (data) => storage.raw.set(key, JSON.stringify({ version, data })),
    forget: () => storage.raw.remove(key),
  }
}

/** Nothing here is long; what is was not written by this file. */
const longest = 4096

function parseJson(text: string): unknown {
  if (text.length > longest) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
