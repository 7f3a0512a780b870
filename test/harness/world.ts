/** Boots a local world of its own (chains, database, gateway, pages) and takes it down without a trace. */
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ports } from '@latchkey/local'
import { houseFolder, supervisor } from './paths.js'
import { processesUsing } from './processes.js'
import { type Running, run, signalGroup } from './run.js'
import { until } from './until.js'

/** Where each part answers; the order of the house's address table. */
export interface Origins {
  playground: string
  gateway: string
  wallet: string
  phone: string
  evm: string
  solana: string
  bitcoin: string
  docs: string
}

export interface World {
  readonly base: number
  readonly dataFolder: string
  readonly origins: Origins
  readonly running: Running
  /** Stops it as Ctrl-C does and fails if it does not end by itself. Safe to call twice. */
  stop(): Promise<void>
}

export interface BootOptions {
  base: number
  /** Kept by the caller; a temporary one is made, and removed on stop, when absent. */
  dataFolder?: string
  env?: Record<string, string>
  within?: number
}

export function originsAt(base: number): Origins {
  const { playground, gateway, wallet, phone, evm, solana, bitcoin, docs } = ports(base)
  const at = (port: number) => `http://localhost:${port}`
  return {
    playground: at(playground),
    gateway: at(gateway),
    wallet: at(wallet),
    phone: at(phone),
    evm: at(evm),
    solana: at(solana),
    bitcoin: at(bitcoin),
    docs: at(docs),
  }
}

/** Starts the supervisor without waiting for it. */
export function startWorld({ base, dataFolder, env = {} }: BootOptions & { dataFolder: string }): Running {
  if (!existsSync(supervisor)) throw new Error(`${supervisor} is not built; run \`npm run build\` first`)
  return run(process.execPath, [supervisor], {
    cwd: houseFolder,
    env: { LATCHKEY_PORT_BASE: String(base), LATCHKEY_DATA: dataFolder, ...env },
  })
}

export async function bootWorld(options: BootOptions): Promise<World> {
  const dataFolder = options.dataFolder ?? temporaryFolder()
  const { base, within = 120_000 } = options
  const origins = originsAt(base)
  const running = startWorld({ ...options, dataFolder })

  const stop = async () => {
    signalGroup(running, 'SIGINT')
    try {
      await until(() => running.hasExited(), { what: 'the local world has ended', within: 30_000 })
    } catch (cause) {
      for (const { pid } of processesUsing(dataFolder)) process.kill(pid, 'SIGKILL')
      throw new Error(`the local world did not end on SIGINT:\n${running.output()}`, { cause })
    }
    if (!options.dataFolder) rmSync(dataFolder, { recursive: true, force: true })
  }

  try {
    await until(() => running.hasExited() || isUp(origins), { what: 'the local world is up', within })
  } catch (cause) {
    await stop()
    throw new Error(`the local world did not come up:\n${running.output()}`, { cause })
  }
  if (running.hasExited()) throw new Error(`the local world ended while starting:\n${running.output()}`)
  return { base, dataFolder, origins, running, stop }
}

/** Started as root, PostgreSQL runs as a user of its own, who must be able to enter the folder. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-world-'))
  chmodSync(folder, 0o755)
  return folder
}

export async function isUp({ playground, gateway, wallet, phone }: Origins): Promise<boolean> {
  const answers = await Promise.all(
    [`${gateway}/readyz`, playground, wallet, phone].map((url) =>
      fetch(url, { signal: AbortSignal.timeout(5_000) }),
    ),
  )
  return answers.every((answer) => answer.ok)
}
