/** What went wrong and why, kept in memory up to a size, with secrets taken out. */
import { pageLimits } from '@latchkey/spec/limits'
import type { Clock } from './clock.js'
import { redact, redactText } from './redact.js'

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent'
type EntryLevel = Exclude<LogLevel, 'silent'>

export interface LogEntry {
  readonly at: number
  readonly level: EntryLevel
  readonly text: string
  readonly detail?: unknown
}

export interface Log {
  debug(text: string, detail?: unknown): void
  info(text: string, detail?: unknown): void
  warn(text: string, detail?: unknown): void
  error(text: string, detail?: unknown): void
  /** Oldest first. */
  entries(): readonly LogEntry[]
  /** Bytes held now; never more than the limit of S9-08. */
  size(): number
  clear(): void
}

export interface CreateLogInput {
  readonly clock: Clock
  /** What is printed (S9-19); everything is kept, so that a report after a failure is complete. */
  readonly level?: LogLevel | undefined
  readonly print?: ((entry: LogEntry) => void) | undefined
  readonly maxBytes?: number
}

const ranks: Record<LogLevel, number> = { debug: 0, info: 1, warn: 2, error: 3, silent: 4 }

export function createLog({
  clock,
  level = 'error',
  print = toConsole,
  maxBytes = pageLimits.logBytes,
}: CreateLogInput): Log {
  // Lines are kept as JSON text: its size is known, and a logged object cannot change or be held alive.
  let lines: { readonly text: string; readonly bytes: number }[] = []
  let first = 0
  let bytes = 0

  function drop() {
    bytes -= lines[first]?.bytes ?? 0
    first += 1
    // Cutting the front of the array only now and then keeps adding a line cheap.
    if (first > 1024 && first * 2 > lines.length) {
      lines = lines.slice(first)
      first = 0
    }
  }

  const write = (entryLevel: EntryLevel) => (text: string, detail?: unknown) => {
    const entry: LogEntry = {
      at: clock.now(),
      level: entryLevel,
      text: redactText(text),
      ...(detail === undefined ? {} : { detail: redact(detail) }),
    }
    let line = JSON.stringify(entry)
    let size = byteLength(line)
    if (size > maxBytes) {
      line = JSON.stringify({ ...entry, text: '[too large to keep]', detail: undefined })
      size = byteLength(line)
    }
    lines.push({ text: line, bytes: size })
    bytes += size
    while (bytes > maxBytes && first < lines.length) drop()
    if (ranks[entryLevel] >= ranks[level]) print(entry)
  }

  return {
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
    // Lines were written above by JSON.stringify of a LogEntry, so they read back as one.
    entries: () => lines.slice(first).map(({ text }) => JSON.parse(text) as LogEntry),
    size: () => bytes,
    clear() {
      lines = []
      first = 0
      bytes = 0
    },
  }
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length
}

function toConsole({ level, text, detail }: LogEntry) {
  console[level](`[latchkey] ${text}`, ...(detail === undefined ? [] : [detail]))
}
