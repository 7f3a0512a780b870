/** Our gateway as the only server of the suite: its relay is what everybody dials. */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { type Running, run, signalGroup } from '../harness/run.js'
import { until } from '../harness/until.js'
import { temporaryFolder } from '../scale/folder.js'
import { gatewayProgram } from '../scale/gateways.js'

declare module 'vitest' {
  interface ProvidedContext {
    readonly gateway: string
  }
}

export const port = Number(process.env.LATCHKEY_INTEROP_PORT ?? 4600)

let folder: string
let shared: Relay

export async function setup(project: TestProject): Promise<void> {
  folder = temporaryFolder()
  const data = join(folder, 'data')
  mkdirSync(data)
  shared = await startRelay(data)
  project.provide('gateway', shared.origin)
}

export async function teardown(): Promise<void> {
  await shared.stop()
  rmSync(folder, { recursive: true, force: true })
}

export interface Relay {
  readonly origin: string
  readonly running: Running
  stop(): Promise<void>
}

export async function startRelay(
  data: string,
  at = port,
  settings: Readonly<Record<string, string>> = {},
): Promise<Relay> {
  const origin = `http://127.0.0.1:${at}`
  const running = run(process.execPath, [gatewayProgram], {
    cwd: data,
    env: {
      LATCHKEY_DATA: data,
      LATCHKEY_GATEWAY_PORT: String(at),
      LATCHKEY_WALLET_PORT: String(at + 1),
      LATCHKEY_POSTGRES_PORT: String(at + 9),
      LATCHKEY_ROLES: 'api,relay',
      LATCHKEY_LOCAL: '1',
      LATCHKEY_RATE_LIMIT: '0',
      ...settings,
    },
  })
  const ready = async () => running.hasExited() || (await fetch(`${origin}/readyz`)).ok
  await until(ready, { what: `${origin} is ready`, within: 90_000 })
  if (running.hasExited()) throw new Error(`the gateway ended:\n${running.output()}`)
  return {
    origin,
    running,
    async stop() {
      signalGroup(running, 'SIGTERM')
      await running.exited
    },
  }
}
