/** What an operator installs: no development tools, no scripts on installation, and a gateway that starts. */
import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import * as v from 'valibot'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { houseFolder } from '../harness/paths.js'
import { run, signalGroup } from '../harness/run.js'
import { temporaryFolder } from './folder.js'
import { becomesReady } from './gateways.js'

const base = Number(process.env.LATCHKEY_PORT_BASE ?? 4100)
const folder = temporaryFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const lockfile = v.object({
  packages: v.record(
    v.string(),
    v.object({ link: v.optional(v.boolean()), resolved: v.optional(v.string()) }),
  ),
})

/** The built rooms that the gateway is made of, and what it reads beside them. */
const shipped = [
  'apps/gateway/dist',
  'apps/gateway/data',
  'apps/gateway/migrations',
  'packages/accounts/dist',
  'packages/spec/dist',
  'packages/verify/dist',
]

test('[D-40] a gateway that was installed without scripts and without development tools starts with its own PostgreSQL', async () => {
  const { packages } = v.parse(
    lockfile,
    JSON.parse(readFileSync(resolve(houseFolder, 'package-lock.json'), 'utf8')),
  )
  const rooms = Object.values(packages).flatMap(({ link, resolved }) => (link && resolved ? [resolved] : []))
  const manifests = rooms.map((room) => join(room, 'package.json'))
  for (const file of ['package.json', 'package-lock.json', ...manifests, ...shipped]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(resolve(houseFolder, file), join(folder, file), { recursive: true })
  }
  const options = ['--ignore-scripts', '--omit=dev', '--workspace=@latchkey/gateway', '--prefer-offline']
  const installing = run('npm', ['ci', ...options, '--no-audit', '--no-fund'], { cwd: folder })
  expect(await installing.exited, installing.output()).toEqual({ code: 0, signal: null })

  const port = base + 80
  const env = {
    LATCHKEY_LOCAL: '1',
    LATCHKEY_DATA: join(folder, 'data'),
    LATCHKEY_GATEWAY_PORT: String(port),
    LATCHKEY_WALLET_PORT: String(port + 1),
    LATCHKEY_POSTGRES_PORT: String(port + 2),
  }
  const program = join(folder, 'apps/gateway/dist/main.js')
  const running = run(process.execPath, [program], { cwd: folder, env })
  onTestFinished(async () => {
    signalGroup(running, 'SIGTERM')
    await running.exited
  })
  await becomesReady({ origin: `http://127.0.0.1:${port}`, running })
  signalGroup(running, 'SIGTERM')
  expect(await running.exited).toEqual({ code: 0, signal: null })
}, 600_000)
