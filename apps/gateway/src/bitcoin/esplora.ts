/** Bitcoin networks, through the Esplora servers that the operator named: reads, and transactions that are signed already. */
import { type NetworkId, parseNetworkId } from '@latchkey/spec/caip'
import { limits } from '@latchkey/spec/limits'
import * as v from 'valibot'
import { readJson, urlOf } from '../config/parse.js'
import { type Clock, within } from '../ports/clock.js'
import type { Outbound, OutboundAnswer } from '../ports/outbound.js'
import { NetworkNotServed, NetworkUnavailable } from '../rpc/errors.js'

export type EsploraUrls = ReadonlyMap<NetworkId, readonly string[]>

export interface Esplora {
  readonly networks: readonly NetworkId[]
  /** What a server says, whatever its status; throws where none says anything. */
  ask(
    networkId: NetworkId,
    request: { readonly path: string; readonly body?: string; readonly signal: AbortSignal },
  ): Promise<OutboundAnswer>
}

/** A block's transactions in full are the largest answer that is passed on. */
const maxBytes = 8 * 1024 * 1024

/** `{"bip122:000000000019d6689c085ae165831e93": ["https://…/api"]}`: the order of the list is the order of trial. */
export function readEsplora(text: string): EsploraUrls {
  const isBitcoin = (id: string) => parseNetworkId(id)?.namespace === 'bip122'
  const url = v.pipe(
    v.string(),
    v.check((value) => isUrl(value), 'Expected an http:// or https:// URL'),
    v.transform((value) => value.replace(/\/+$/, '')),
  )
  const key = v.pipe(v.string(), v.check(isBitcoin, 'Expected a bip122 network'))
  const shape = v.record(key, v.pipe(v.array(url), v.minLength(1), v.maxLength(8)))
  const read = v.safeParse(shape, readJson(text))
  // The text is kept out of the message: keys are often part of a URL.
  if (!read.success) throw new TypeError('is not an object of bip122 network id to a list of URLs')
  // The keys were checked to be network ids.
  return new Map(Object.entries(read.output) as [NetworkId, string[]][])
}

function isUrl(value: string): boolean {
  try {
    return urlOf('http', 'https')(value) === value
  } catch {
    return false
  }
}

export function createEsplora(input: { urls: EsploraUrls; outbound: Outbound; clock: Clock }): Esplora {
  const { urls, outbound, clock } = input
  /** Servers that have shown the first block of their network: one of another would show that one's coins. */
  const proven = new Set<string>()

  async function send(url: string, body: string | undefined, signal: AbortSignal): Promise<OutboundAnswer> {
    const late = new AbortController()
    const either = AbortSignal.any([signal, late.signal])
    const request = {
      url,
      signal: either,
      maxBytes,
      ...(body === undefined
        ? { method: 'GET' as const }
        : { method: 'POST' as const, body, headers: { 'content-type': 'text/plain' } }),
    }
    return within(clock, limits.httpTimeout, outbound.send(request), () => {
      late.abort()
      return new Error('no answer in time')
    })
  }

  async function prove(networkId: NetworkId, base: string, signal: AbortSignal): Promise<void> {
    if (proven.has(base)) return
    const { status, text } = await send(`${base}/block-height/0`, undefined, signal)
    const { reference = '' } = parseNetworkId(networkId) ?? {}
    // The reference of CAIP-2 is the beginning of the hash of the first block.
    if (status !== 200 || !text.startsWith(reference)) throw new Error('another network')
    proven.add(base)
  }

  return {
    networks: [...urls.keys()],
    async ask(networkId, { path, body, signal }) {
      const bases = urls.get(networkId)
      if (!bases) throw new NetworkNotServed(networkId)
      for (const base of bases) {
        try {
          await prove(networkId, base, signal)
          const answer = await send(`${base}${path}`, body, signal)
          // A refusal is an answer; a server that is broken or busy is not the only one.
          if (answer.status < 500 && answer.status !== 429) return answer
        } catch {
          signal.throwIfAborted()
        }
      }
      throw new NetworkUnavailable(networkId)
    },
  }
}
