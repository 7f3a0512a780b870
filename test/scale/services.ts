/** A PostgreSQL and a Redis for the gateways to share: Debian's where it is installed, the gateway's own otherwise. */
import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { isListening } from '../harness/processes.js'
import { type Running, run, signalGroup } from '../harness/run.js'
import { until } from '../harness/until.js'
import { temporaryFolder } from './folder.js'
import { gatewayProgram } from './gateways.js'

export interface Service {
  readonly url: string
  /** Stops answering without closing connections, as a machine that hangs does. */
  freeze(): void
  thaw(): void
  stop(): Promise<void>
}

function service(url: string, running: Running, folder: string): Service {
  return {
    url,
    freeze: () => signalGroup(running, 'SIGSTOP'),
    thaw: () => signalGroup(running, 'SIGCONT'),
    async stop() {
      signalGroup(running, 'SIGCONT')
      signalGroup(running, 'SIGINT')
      await running.exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function answering(port: number, running: Running, what: string): Promise<void> {
  const state = () => (running.hasExited() ? 'ended' : isListening(port).then((isOpen) => isOpen && 'open'))
  const seen = await until(state, { what: `${what} answers`, within: 60_000 })
  if (seen === 'ended') throw new Error(`${what} ended:\n${running.output()}`)
}

export async function startRedis(port: number): Promise<Service> {
  const folder = temporaryFolder()
  const where = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder]
  const running = run('redis-server', [...where, '--save', '', '--appendonly', 'no'], { cwd: folder })
  await answering(port, running, 'Redis')
  return service(`redis://127.0.0.1:${port}`, running, folder)
}

export function startPostgres(port: number): Promise<Service> {
  const programs = debianPrograms()
  return programs ? startDebians(programs, port) : startGatewaysOwn(port)
}

function debianPrograms(): string | undefined {
  const parent = '/usr/lib/postgresql'
  if (!existsSync(parent)) return undefined
  const versions = readdirSync(parent).sort((a, b) => Number(b) - Number(a))
  return versions
    .map((version) => join(parent, version, 'bin'))
    .find((bin) => existsSync(join(bin, 'initdb')))
}

/** PostgreSQL refuses to run as root; Debian's package brings the user that it runs as. */
function account(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (option: string) => Number(spawnSync('id', [option, 'postgres'], { encoding: 'utf8' }).stdout)
  return { uid: id('-u'), gid: id('-g') }
}

async function startDebians(programs: string, port: number): Promise<Service> {
  const folder = temporaryFolder()
  const data = join(folder, 'data')
  mkdirSync(data, { mode: 0o700 })
  const as = account()
  if (as) chownSync(data, as.uid, as.gid)
  const options = ['--auth=trust', '--username=latchkey', '--encoding=UTF8', '--locale=C', '--no-sync']
  execFileSync(join(programs, 'initdb'), ['-D', data, ...options], { ...as, cwd: '/', stdio: 'pipe' })
  const settings = ['fsync=off', 'unix_socket_directories=', 'listen_addresses=127.0.0.1', `port=${port}`]
  const args = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])]
  const server = [join(programs, 'postgres'), ...args]
  const asUser = as
    ? ['setpriv', `--reuid=${as.uid}`, `--regid=${as.gid}`, '--clear-groups', ...server]
    : server
  const [command = '', ...rest] = asUser
  const running = run(command, rest, { cwd: '/' })
  await answering(port, running, 'PostgreSQL')
  return service(`postgres://latchkey@127.0.0.1:${port}/postgres`, running, folder)
}

/** A gateway that does nothing but keep its own PostgreSQL for the others. */
async function startGatewaysOwn(port: number): Promise<Service> {
  const folder = temporaryFolder()
  const env = {
    LATCHKEY_DATA: folder,
    LATCHKEY_POSTGRES_PORT: String(port),
    LATCHKEY_GATEWAY_PORT: String(port + 2),
    LATCHKEY_WALLET_PORT: String(port + 3),
  }
  const running = run(process.execPath, [gatewayProgram], { cwd: folder, env })
  await answering(port + 2, running, 'the gateway that keeps PostgreSQL')
  const identity = JSON.parse(readFileSync(join(folder, 'postgres.json'), 'utf8'))
  const { password } = v.parse(v.object({ password: v.string() }), identity)
  return service(`postgres://latchkey:${password}@127.0.0.1:${port}/latchkey`, running, folder)
}
