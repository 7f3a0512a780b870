/** A real Redis for tests: a process of the machine's own `redis-server`. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createInterface } from 'node:readline'
import { freePort } from '../postgres/ownPostgres.js'

export interface TestRedis {
  readonly url: string
  /** Stops answering without closing connections, as a machine that hangs does. */
  freeze(): void
  thaw(): void
  stop(): Promise<void>
}

/** False on machines without Redis; `npm run test:scale` installs it and runs the same tests. */
export const hasRedis = spawnSync('redis-server', ['--version'], { stdio: 'ignore' }).status === 0

export async function startRedis(port?: number): Promise<TestRedis> {
  const chosen = port ?? (await freePort())
  const flags = [
    '--port',
    String(chosen),
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
    '--dir',
    '/',
  ]
  const child = spawn('redis-server', flags, { stdio: ['ignore', 'pipe', 'ignore'] })
  await lineWith(child, 'Ready to accept connections')
  return {
    url: `redis://127.0.0.1:${chosen}`,
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    async stop() {
      if (child.exitCode !== null) return
      const end = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGCONT')
      child.kill('SIGTERM')
      await end
    },
  }
}

function lineWith(child: ChildProcess, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`redis-server ended with ${code}`)))
    if (child.stdout)
      createInterface({ input: child.stdout }).on('line', (line) => line.includes(text) && resolve())
  })
}
