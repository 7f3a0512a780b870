/** A clone made of stand-ins, for tests of the world: each answers on its ports and writes down what it was given. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { requireFree } from '../portCheck.js'

export interface DiaryEntry {
  readonly name: string
  readonly pid?: number
  readonly settings?: Readonly<Record<string, string>>
  readonly stopped?: true
}

/** The log level that makes a stand-in refuse to stop. */
export const stubborn = 'stubborn'

function standIn(name: string, diary: string, portsOf: string): string {
  return `import { appendFileSync } from 'node:fs'
import { createServer } from 'node:http'
const note = (entry) => appendFileSync(${JSON.stringify(diary)}, JSON.stringify({ name: '${name}', ...entry }) + '\\n')
const isOurs = ([key]) => /^(LATCHKEY_|DATABASE_URL|REDIS_URL)/.test(key)
note({ pid: process.pid, settings: Object.fromEntries(Object.entries(process.env).filter(isOurs)) })
const open = (port) => createServer((_, response) => response.end('${name}')).listen(Number(port), '127.0.0.1')
const servers = (${portsOf}).map(open)
process.on('SIGTERM', () => {
  if (process.env.LATCHKEY_LOG_LEVEL === '${stubborn}') return
  note({ stopped: true })
  for (const server of servers) { server.close(); server.closeAllConnections() }
  process.exit(0)
})
`
}

/** Everything that the world needs is there; the phone, which it can do without, is not. */
export function makeClone() {
  const root = mkdtempSync(join(tmpdir(), 'latchkey-clone-'))
  const diaryFile = join(root, 'diary')
  const put = (file: string, content: string) => {
    const path = join(root, file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
  }
  const part = (file: string, name: string, portsOf: string) => put(file, standIn(name, diaryFile, portsOf))
  put('package.json', '{"type":"module"}')
  part('local/dist/evm.js', 'evm', '[process.env.LATCHKEY_EVM_PORT]')
  part(
    'local/dist/solana.js',
    'solana',
    '[process.env.LATCHKEY_SOLANA_PORT, process.env.LATCHKEY_SOLANA_SOCKET_PORT]',
  )
  part('local/dist/bitcoin.js', 'bitcoin', '[process.env.LATCHKEY_BITCOIN_PORT]')
  part('local/dist/static.js', 'sites', 'JSON.parse(process.env.LATCHKEY_SITES).map(({ port }) => port)')
  part('local/dist/people.js', 'people', '[process.env.LATCHKEY_PEOPLE_PORT]')
  part(
    'apps/gateway/dist/main.js',
    'gateway',
    '[process.env.LATCHKEY_GATEWAY_PORT, process.env.LATCHKEY_WALLET_PORT]',
  )
  put('local/dist/tether.js', '')
  for (const room of ['apps/wallet', 'apps/playground', 'docs']) put(`${room}/dist/index.html`, room)

  const diary = (): DiaryEntry[] => {
    const lines = existsSync(diaryFile) ? readFileSync(diaryFile, 'utf8').trim().split('\n') : []
    return lines.map((line) => JSON.parse(line))
  }
  return {
    root,
    put,
    diary,
    /** The settings that a part was started with. */
    started: (name: string) => diary().find((entry) => entry.name === name && entry.pid)?.settings,
    stopped: () => diary().flatMap(({ name, stopped }) => (stopped ? [name] : [])),
    alive: () => diary().flatMap(({ pid }) => (pid && isRunning(pid) ? [pid] : [])),
    forget: () => rmSync(diaryFile, { force: true }),
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}

/** A killed orphan stays in the process table until somebody reaps it; it has ended all the same. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch (error) {
    return error instanceof Error && 'syscall' in error && error.syscall === 'open'
  }
}

/** The first twelve ports in a row that nobody has, so that two runs of the tests do not meet. */
export async function freeBase(from: number, to: number): Promise<number> {
  for (let first = from; first + 12 <= to; first += 12) {
    const wanted = Array.from({ length: 12 }, (_, index) => ({ port: first + index, part: 'test' }))
    const isFree = await requireFree(wanted, first).then(
      () => true,
      () => false,
    )
    if (isFree) return first
  }
  throw new Error(`no twelve ports in a row are free from ${from} to ${to}`)
}
