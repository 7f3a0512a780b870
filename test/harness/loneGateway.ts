/** A gateway of a test's own, on its folder and its own PostgreSQL, with nothing else of the world around it. */
import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { ports } from '@latchkey/local'
import { inject, onTestFinished } from 'vitest'
import { houseFolder } from './paths.js'
import { type Running, run, signalGroup } from './run.js'
import { until } from './until.js'
import { temporaryFolder } from './world.js'

export interface LoneGateway {
  readonly running: Running
  readonly origin: string
  readonly dataFolder: string
}

export interface LoneGatewayInput {
  /** Above the ports of the world, and away from those of other tests. */
  readonly offset: number
  /** For Node itself. */
  readonly flags?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** Up when this resolves; gone with its folder when the test has ended. */
export async function startLoneGateway({
  offset,
  flags = [],
  env = {},
}: LoneGatewayInput): Promise<LoneGateway> {
  const dataFolder = temporaryFolder()
  onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true }))
  const { gateway, wallet, postgres } = ports(inject('base') + offset)
  const running = run(process.execPath, [...flags, resolve(houseFolder, 'apps/gateway/dist/main.js')], {
    cwd: houseFolder,
    env: {
      LATCHKEY_LOCAL: '1',
      LATCHKEY_DATA: dataFolder,
      LATCHKEY_GATEWAY_PORT: String(gateway),
      LATCHKEY_WALLET_PORT: String(wallet),
      LATCHKEY_POSTGRES_PORT: String(postgres),
      LATCHKEY_WALLET_DIR: resolve(houseFolder, 'apps/wallet/dist'),
      ...env,
    },
  })
  onTestFinished(() => signalGroup(running, 'SIGKILL'))
  const origin = `http://127.0.0.1:${gateway}`
  await until(async () => (await fetch(`${origin}/healthz`)).ok, {
    what: 'the gateway is up',
    within: 60_000,
  })
  return { running, origin, dataFolder }
}
