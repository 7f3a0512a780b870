/** Logs for tests: one that says nothing, and one that remembers. */
import { createLog, type Log } from '../ports/log.js'

export const silentLog: Log = createLog({ level: 'silent' })

export function createRecordedLog(): {
  log: Log
  lines: () => Record<string, unknown>[]
  text: () => string
} {
  const written: string[] = []
  const log = createLog({ level: 'trace', destination: { write: (line) => void written.push(line) } })
  return {
    log,
    // pino writes one object a line
    lines: () => written.map((line) => JSON.parse(line) as Record<string, unknown>),
    text: () => written.join(''),
  }
}
