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
  'apps/wallet/dist',
  'packages/accounts/dist',
  'packages/spec/dist',
  'packages/verify/dist',
]

test('[D-40] a gateway that was installed without scripts and without development tools starts with its own PostgreSQL, serves the wallet origin, and signs with the same key after a restart', async () => {
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
    LATCHKEY_WALLET_DIR: join(folder, 'apps/wallet/dist'),
    LATCHKEY_GATEWAY_PORT: String(port),
    LATCHKEY_WALLET_PORT: String(port + 1),
    LATCHKEY_POSTGRES_PORT: String(port + 2),
  }
  const start = async () => {
    const running = run(process.execPath, [join(folder, 'apps/gateway/dist/main.js')], { cwd: folder, env })
    onTestFinished(async () => {
      signalGroup(running, 'SIGTERM')
      await running.exited
    })
    await becomesReady({ origin: `http://127.0.0.1:${port}`, running })
    return running
  }
  const askSigner = async () => {
    const cli = join(folder, 'apps/gateway/dist/cli.js')
    const asking = run(process.execPath, [cli, 'names', 'signer'], { cwd: folder, env })
    expect(await asking.exited, asking.output()).toEqual({ code: 0, signal: null })
    return asking.output().trim()
  }

  const first = await start()
  const wallet = await fetch(`http://127.0.0.1:${port + 1}/settings`)
  expect(wallet.headers.get('content-type')).toContain('text/html')
  expect(wallet.status).toBe(200)
  const signer = await askSigner()
  expect(signer).toMatch(/^0x[0-9a-fA-F]{40}$/)
  signalGroup(first, 'SIGTERM')
  expect(await first.exited).toEqual({ code: 0, signal: null })

  // Another process on the same folder signs as the one before: a resolver believes one address.
  const second = await start()
  expect(await askSigner()).toBe(signer)
  signalGroup(second, 'SIGTERM')
  expect(await second.exited).toEqual({ code: 0, signal: null })
}, 600_000)
