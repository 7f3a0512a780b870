/** Boots the whole local world in one data folder and hands back how to reach and how to stop it. */
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { takeLock } from '../lock.js'
import { requireFree } from '../portCheck.js'
import { defaultPortBase, type Ports, ports as portsOf } from '../ports.js'
import { createSupervisor, type SupervisorEvent, type Timing } from '../supervisor.js'
import { describeLocal } from './localJson.js'
import {
  addressRows,
  type Build,
  localFile,
  missingBuilds,
  type WorldRow,
  wantedPorts,
  worldParts,
} from './parts.js'

export interface WorldOptions {
  readonly base?: number
  readonly data?: string
  /** The clone; found from this file's own place unless said otherwise. */
  readonly root?: string
  readonly report?: (event: WorldEvent) => void
  readonly timing?: Partial<Timing>
}

export type WorldEvent = SupervisorEvent | { type: 'left-out'; part: string; reason: string }

export interface World {
  readonly ports: Ports
  readonly data: string
  readonly rows: readonly WorldRow[]
  stop(): Promise<void>
  kill(): void
}

/** A world that is being started: it can be stopped before it is up. */
export interface WorldStart extends Omit<World, 'rows'> {
  readonly up: Promise<World>
  /** Resolves when a stop is complete. */
  readonly ended: Promise<void>
}

export class NotBuilt extends Error {
  override readonly name = 'NotBuilt'
}

/** Starts everything and resolves when all of it is healthy. */
export const startWorld = async (options: WorldOptions = {}): Promise<World> => (await beginWorld(options)).up

/** Checks first, without starting anything: builds, data folder, ports. Then starts, and returns at once. */
export async function beginWorld(options: WorldOptions = {}): Promise<WorldStart> {
  const { base = defaultPortBase, report = () => {} } = options
  const root = options.root ?? defaultRoot()
  const data = resolve(options.data ?? join(root, '.latchkey'))
  const ports = portsOf(base)
  const without = checkBuilds(root, report)
  const release = takeLock(data, `http://localhost:${ports.playground}`)
  try {
    await requireFree(wantedPorts(ports, without), base)
    const logFolder = join(data, 'logs')
    // The logs of the run before are gone; those of this one are whole.
    rmSync(logFolder, { recursive: true, force: true })
    mkdirSync(logFolder, { recursive: true, mode: 0o700 })
    writeWhole(localFile(data), `${JSON.stringify(describeLocal(ports), null, 2)}\n`)
    const supervisor = createSupervisor({
      parts: worldParts({ root, data, ports }, without),
      logFolder,
      report,
      preload: join(root, 'local/dist/tether.js'),
      ...(options.timing ? { timing: options.timing } : {}),
    })
    let end = () => {}
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    const stop = async () => {
      await supervisor.stop()
      release()
      end()
    }
    const kill = () => {
      supervisor.kill()
      release()
    }
    const world: World = { ports, data, rows: addressRows(ports, without), stop, kill }
    const up = supervisor.start().then(
      () => world,
      (error: unknown) => {
        release()
        throw error
      },
    )
    return { ports, data, stop, kill, up, ended }
  } catch (error) {
    release()
    throw error
  }
}

function checkBuilds(root: string, report: (event: WorldEvent) => void): ReadonlySet<Build> {
  const missing = missingBuilds(root)
  const needed = missing.filter(({ optional }) => !optional)
  if (needed.length > 0) {
    const files = needed.map(({ name, file }) => `  ${name}: ${file} is missing`)
    throw new NotBuilt(
      `Not everything is built:\n${files.join('\n')}\nRun \`node scripts/build.mjs\` and look at what it says.`,
    )
  }
  for (const { name, file } of missing)
    report({ type: 'left-out', part: name, reason: `${file} is not built yet` })
  return new Set(missing.map(({ name }) => name))
}

/** Readers see the old file or the new one, never half of it. */
function writeWhole(file: string, content: string): void {
  const draft = `${file}.draft`
  writeFileSync(draft, content)
  renameSync(draft, file)
}

/** This file is two folders below the root of the clone once bundled (local/dist), three as source (local/src/world). */
function defaultRoot(): string {
  const here = fileURLToPath(new URL('.', import.meta.url))
  const depth = /[\\/]src[\\/]world[\\/]$/.test(here) ? '../../..' : '../..'
  return resolve(here, depth)
}
