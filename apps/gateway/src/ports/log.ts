/** Structured logs: one JSON line an event, with secrets taken out before they are written. */
import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Logger

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** Fields that never reach a log, at the top of an event and one level below. */
const secretFields = [
  'authorization',
  'cookie',
  'password',
  'secret',
  'token',
  'otp',
  'auth',
  'databaseUrl',
  'redisUrl',
  '["set-cookie"]',
  '["x-nonce-jwt"]',
  '["x-otp"]',
  '["x-project-secret"]',
]

export function createLog({ level, destination }: { level: LogLevel; destination?: DestinationStream }): Log {
  const options = {
    level,
    base: { name: 'gateway', pid: process.pid },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: {
      paths: secretFields.flatMap((field) => [field, field.startsWith('[') ? `*${field}` : `*.${field}`]),
      censor: '[redacted]',
    },
  }
  return pino(options, destination ?? standardOutput())
}

/**
 * Lines to standard output, lost without a word once nobody reads it. pino's own destination retries a broken pipe
 * for ever while the process exits, so a gateway whose terminal is gone would never end.
 */
function standardOutput(): DestinationStream {
  process.stdout.on('error', () => {})
  return { write: (line) => void process.stdout.write(line) }
}

/** Query fields that are logged. All others are not: a credential may have any name, written in many ways. */
const loggedFields: ReadonlySet<string> = new Set(['chainId', 'projectId', 'st', 'sv'])
const loggedLength = 128

/** A request target as it may be logged: the path, and the query fields that are known to be harmless. */
export function loggableTarget(target: string): string {
  const [whole = ''] = target.split('#', 1)
  const [path = ''] = whole.split('?', 1)
  const fields = [...new URLSearchParams(whole.slice(path.length))]
    .filter(([name]) => loggedFields.has(name))
    .map(([name, value]) => `${name}=${value.slice(0, loggedLength)}`)
  return fields.length > 0 ? `${path}?${fields.join('&')}` : path
}

/** A connection URL as it may be printed: scheme, user, host and database, without the password and the query. */
export function redactUrl(text: string): string {
  try {
    const url = new URL(text)
    if (url.password) url.password = 'redacted'
    url.search = ''
    return url.href
  } catch {
    return '[unreadable URL]'
  }
}
