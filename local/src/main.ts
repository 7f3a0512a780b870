/** `npm start` after install and build: boots the local world, prints its addresses, and stays until it is told to stop. */
import { relative } from 'node:path'
import { AlreadyRunning } from './lock.js'
import { PortsTaken } from './portCheck.js'
import { portBase } from './ports.js'
import { StartFailed } from './supervisor.js'
import { beginWorld, NotBuilt, type World, type WorldEvent, type WorldStart } from './world/startWorld.js'

/** One key press may arrive twice: from the terminal, and passed on by npm. */
const samePress = 500

function say(line: string): void {
  console.log(line)
}

function tell(event: WorldEvent): void {
  switch (event.type) {
    case 'up':
      return say(`  ${event.part.padEnd(12)} up in ${(event.ms / 1000).toFixed(1)} s`)
    case 'warned':
      return say(`[${event.part}] ${event.line}`)
    case 'crashed':
      return say(`[${event.part}] crashed: ${event.reason}; starting it again in ${event.retryIn / 1000} s`)
    case 'restarted':
      return say(`[${event.part}] is up again`)
    case 'killed':
      return say(`[${event.part}] did not stop in time and was killed`)
    case 'left-out':
      return say(`  ${event.part.padEnd(12)} left out: ${event.reason}`)
  }
}

function printTable({ rows, data }: World): void {
  const width = Math.max(...rows.map(({ address }) => address.length))
  const lines = rows.map(
    ({ name, address, about }) => `  ${name.padEnd(12)} ${address.padEnd(width)}  ${about}`,
  )
  say(
    `\nLatchkey is up. Ctrl-C stops it.\n\n${lines.join('\n')}\n\n  logs and data in ${relative(process.cwd(), data) || '.'}\n`,
  )
}

function explain(error: unknown): void {
  if (error instanceof StartFailed) {
    console.error(`\n${error.message}`)
    for (const line of error.tail) console.error(`  | ${line}`)
  } else if (
    error instanceof AlreadyRunning ||
    error instanceof PortsTaken ||
    error instanceof NotBuilt ||
    error instanceof RangeError
  ) {
    console.error(error.message)
  } else console.error(error)
}

/** Resolves with the exit code when everything has ended. */
export async function main(): Promise<number> {
  let start: WorldStart | undefined
  let askedAt: number | undefined
  let isStopped = false
  const stop = () => {
    const now = performance.now()
    if (askedAt !== undefined) {
      if (now - askedAt < samePress) return
      say('Killing everything.')
      start?.kill()
      process.exit(1)
    }
    askedAt = now
    say('\nStopping …')
    void start?.stop()
  }
  // Parts that lose their neighbours complain about it; while everything stops, that is for the logs only.
  const report = (event: WorldEvent) => {
    if (askedAt === undefined || event.type !== 'warned') tell(event)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  // A terminal that was closed takes no more output, and that must not keep the rest from being stopped.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  // Whatever ends this process, nothing of it stays.
  process.on('exit', () => !isStopped && start?.kill())

  try {
    const data = process.env.LATCHKEY_DATA
    start = await beginWorld({
      base: portBase(process.env.LATCHKEY_PORT_BASE),
      ...(data ? { data } : {}),
      report,
    })
    if (askedAt !== undefined) void start.stop()
    printTable(await start.up)
    await start.ended
    say('Stopped.')
    isStopped = true
    return 0
  } catch (error) {
    isStopped = true
    if (askedAt !== undefined) {
      await start?.stop()
      say('Stopped.')
      return 0
    }
    explain(error)
    return 1
  }
}

process.exitCode = await main()
process.exit()
