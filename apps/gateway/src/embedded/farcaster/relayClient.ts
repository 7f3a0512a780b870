/** The relay that carries a Farcaster sign-in from somebody’s phone: it is asked, and nothing it says is believed unproved. */
import { seconds } from '@latchkey/spec/limits'
import * as v from 'valibot'
import type { Clock } from '../../ports/clock.js'
import type { Outbound } from '../../ports/outbound.js'
import { WalletRefusal } from '../http/refusal.js'

const opened = v.object({
  channelToken: v.pipe(v.string(), v.regex(/^[\x21-\x7e]{8,256}$/)),
  url: v.pipe(v.string(), v.maxLength(2048), v.regex(/^https?:\/\//i)),
})

export const completed = v.object({
  state: v.literal('completed'),
  message: v.pipe(v.string(), v.maxLength(4096)),
  signature: v.pipe(v.string(), v.maxLength(40_000), v.regex(/^0x[0-9a-fA-F]*$/)),
  fid: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1))),
  username: v.optional(v.nullable(v.string())),
})
export type Completed = v.InferOutput<typeof completed>

export interface ChannelInput {
  readonly siweUri: string
  readonly domain: string
  readonly nonce: string
  readonly expirationTime: string
}

export interface FarcasterRelay {
  /** IDP where the relay does not answer as it should. */
  open(input: ChannelInput): Promise<v.InferOutput<typeof opened>>
  /** Undefined while nobody has answered, and while the relay is in trouble. `refused`: an answer that is none. */
  status(channelToken: string): Promise<Completed | 'refused' | undefined>
}

const deadline = seconds(10)
const maxBytes = 65_536

export function createFarcasterRelay(input: {
  url: string
  outbound: Outbound
  clock: Clock
}): FarcasterRelay {
  const base = input.url.replace(/\/+$/, '')

  async function ask(
    method: 'GET' | 'POST',
    path: string,
    headers: Readonly<Record<string, string>>,
    body?: string,
  ) {
    const leaving = new AbortController()
    const cancel = input.clock.after(deadline, () => leaving.abort())
    const request = { url: `${base}${path}`, method, headers, signal: leaving.signal, maxBytes }
    try {
      return await input.outbound.send({ ...request, ...(body === undefined ? {} : { body }) })
    } finally {
      cancel()
    }
  }

  return {
    async open(channel) {
      const body = JSON.stringify({ ...channel, acceptAuthAddress: true })
      const read = await ask('POST', '/v1/channel', { 'content-type': 'application/json' }, body)
        .then(({ status, text }) => (status === 201 || status === 200 ? readJson(opened, text) : undefined))
        .catch(() => undefined)
      if (!read) throw new WalletRefusal('IDP')
      return read
    },

    async status(channelToken) {
      const headers = { authorization: `Bearer ${channelToken}` }
      const answer = await ask('GET', '/v1/channel/status', headers).catch(() => undefined)
      if (answer?.status !== 200) return undefined
      return readJson(completed, answer.text) ?? 'refused'
    },
  }
}

function readJson<schema extends v.GenericSchema>(
  schema: schema,
  text: string,
): v.InferOutput<schema> | undefined {
  try {
    const read = v.safeParse(schema, JSON.parse(text))
    return read.success ? read.output : undefined
  } catch {
    return undefined
  }
}
