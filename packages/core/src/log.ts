/** What went wrong and why, kept in memory up to a size, with secrets taken out. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent'

export interface LogEntry {
  readonly at: number
  readonly level: Exclude<LogLevel, 'silent'>
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
