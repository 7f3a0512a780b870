/**
 * A second gateway beside one of a test, on the same database, Redis and keys, as behind a load balancer. It is a
 * process of its own wherever settings say all that there is to say of it. A fake clock, a fake way out or a log that
 * the test reads lives in the process of the test, so with one of those the second gateway lives there as well: it has
 * its own pools, caches and everything else that is built in `startGateway`, as no state of ours belongs to a module.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { readConfig } from '../config/config.js'
import type { SettingName } from '../config/settings.js'
import { type Gateway, type GatewayInput, startGateway } from '../gateway.js'

/** Whether this run has two of each gateway; `npm run test:scale` sets it. */
export const hasTwoOfEach = process.env.LATCHKEY_TEST_SCALE === '1'

export type SecondGateway = Pick<Gateway, 'apiPort' | 'walletPort' | 'stop'>

export interface SecondInput {
  readonly environment: Partial<Record<SettingName, string>>
  readonly first: Gateway
  /** What the test put in place of the real thing. */
  readonly ports: Omit<GatewayInput, 'config'>
  readonly isFaked: boolean
}

export function startSecondGateway(input: SecondInput): Promise<SecondGateway> {
  const { walletPort } = input.first
  const environment = {
    // Both answer for one address.
    ...(walletPort === undefined ? {} : { LATCHKEY_WALLET_URL: `http://localhost:${walletPort}` }),
    ...input.environment,
    LATCHKEY_GATEWAY_PORT: '0',
    LATCHKEY_WALLET_PORT: '0',
  }
  return input.isFaked
    ? startGateway({ ...input.ports, config: readConfig(environment) })
    : startProcess(environment)
}

const program = fileURLToPath(new URL('../../dist/main.js', import.meta.url))

async function startProcess(environment: Record<string, string>): Promise<SecondGateway> {
  const { PATH = '', HOME = '' } = process.env
  const env = { PATH, HOME, ...environment, LATCHKEY_LOG_LEVEL: 'info' }
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  void ended.then(() => process.off('exit', kill))
  const ports = await listening(child)
  return {
    ...ports,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** The ports are free ones: only the process can tell them. */
function listening(child: ChildProcess): Promise<Pick<SecondGateway, 'apiPort' | 'walletPort'>> {
  return new Promise((resolve, reject) => {
    const said: string[] = []
    child.once('error', reject)
    child.once('exit', (code) =>
      reject(new Error(`The second gateway ended with ${code}:\n${said.join('\n')}`)),
    )
    if (!child.stdout) return
    createInterface({ input: child.stdout }).on('line', (line) => {
      said.push(line)
      // pino writes one object a line
      const { msg, apiPort, walletPort } = JSON.parse(line) as Pick<
        SecondGateway,
        'apiPort' | 'walletPort'
      > & {
        msg?: string
      }
      if (msg === 'the gateway listens') resolve({ apiPort, walletPort })
    })
  })
}
