/** A gateway with little memory outlives many who send more than fits into it: what is refused is not held. */
import { rmSync } from 'node:fs'
import { request } from 'node:http'
import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ports } from '@latchkey/local'
import { bounds } from '@latchkey/spec/endpoints'
import { expect, inject, onTestFinished, test } from 'vitest'
import { houseFolder } from '../harness/paths.js'
import { run, signalGroup } from '../harness/run.js'
import { until } from '../harness/until.js'
import { temporaryFolder } from '../harness/world.js'

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
  const dataFolder = temporaryFolder()
  onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true }))
  const { gateway, wallet, postgres } = ports(inject('base') + 220)
  const program = resolve(houseFolder, 'apps/gateway/dist/main.js')
  const running = run(process.execPath, [`--max-old-space-size=${memory}`, program], {
    cwd: houseFolder,
    env: {
      LATCHKEY_LOCAL: '1',
      LATCHKEY_DATA: dataFolder,
      LATCHKEY_GATEWAY_PORT: String(gateway),
      LATCHKEY_WALLET_PORT: String(wallet),
      LATCHKEY_POSTGRES_PORT: String(postgres),
      LATCHKEY_WALLET_DIR: resolve(houseFolder, 'apps/wallet/dist'),
      LATCHKEY_RATE_LIMIT: '0',
    },
  })
  onTestFinished(() => signalGroup(running, 'SIGKILL'))
  const origin = `http://127.0.0.1:${gateway}`
  await until(async () => (await fetch(`${origin}/healthz`)).ok, {
    what: 'the gateway is up',
    within: 60_000,
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
