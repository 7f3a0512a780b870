/** A gateway with little memory outlives many who send more than fits into it: what is refused is not held. */
import { request } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { bounds } from '@latchkey/spec/endpoints'
import { expect, test } from 'vitest'
import { startLoneGateway } from '../harness/loneGateway.js'

/** Of its heap, in megabytes: twice what it needs at rest. */
const memory = 192
/** Together they would send six times that. */
const atOnce = 48
const far = 24 * 1024 * 1024

const bodies = {
  'far too long': `[${'0,'.repeat(far / 2)}0]`,
  'as long as it may be': `[${'0,'.repeat(bounds.requestBytes / 2 - 2)}0]`,
  'nothing but beginnings': '['.repeat(bounds.requestBytes),
  'one call, over and over': `[${Array.from({ length: 12_000 }, (_, id) => `{"jsonrpc":"2.0","id":${id},"method":"eth_chainId","params":[]}`).join(',')}]`,
  'names that nobody knows': `{${Array.from({ length: 60_000 }, (_, n) => `"name${n}":${n}`).join(',')}}`,
} as const

/** The status of the answer; undefined where the connection was closed on whoever would not stop. */
async function send(url: string, body: string): Promise<number | undefined> {
  const piece = 64 * 1024
  function* pieces() {
    for (let from = 0; from < body.length; from += piece) yield Buffer.from(body.slice(from, from + piece))
  }
  const sent = request(url, { method: 'POST', headers: { 'content-type': 'application/json' } })
  const answered = new Promise<number | undefined>((done) => {
    sent.once('response', (answer) => done(answer.resume().statusCode))
    sent.once('error', () => done(undefined))
    sent.once('close', () => done(undefined))
  })
  // Without a length: it has to be counted on its way.
  pipeline(Readable.from(pieces()), sent).catch(() => {})
  const status = await answered
  sent.destroy()
  return status
}

test('[D-13] bodies beyond all bounds, many at once, do not use up the memory of a gateway that has little', async () => {
  const { running, origin } = await startLoneGateway({
    offset: 220,
    flags: [`--max-old-space-size=${memory}`],
    env: { LATCHKEY_RATE_LIMIT: '0' },
  })
  const paths = [
    '/v1?chainId=eip155:31337&projectId=local',
    '/v1/wallet?projectId=local',
    '/e?projectId=local',
  ]
  for (const [what, body] of Object.entries(bodies)) {
    const statuses = await Promise.all(
      Array.from({ length: atOnce }, (_, n) => send(`${origin}${paths[n % paths.length]}`, body)),
    )
    for (const status of statuses) expect.soft([400, 408, 413, undefined], what).toContain(status)
    expect(running.process.exitCode, `alive after bodies that are ${what}`).toBeNull()
    expect((await fetch(`${origin}/healthz`)).status, what).toBe(200)
  }
}, 180_000)
