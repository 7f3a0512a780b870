/** Reads the configuration: environment first, then the file of `LATCHKEY_CONFIG`, then the defaults. */
import { readFileSync } from 'node:fs'
import { redactUrl } from '../ports/log.js'
import { type Setting, type SettingName, type Settings, settings } from './settings.js'

export interface Config extends Settings {
  /** Where each setting that is not a default came from. */
  readonly sources: Readonly<Partial<Record<SettingName, 'environment' | 'file'>>>
}

/** Every problem at once, each naming its setting. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'))
  }
}

type Environment = Readonly<Record<string, string | undefined>>

const names = Object.keys(settings) as SettingName[] // the keys of a literal table

export function readConfig(environment: Environment): Config {
  const problems: string[] = []
  const file = environment.LATCHKEY_CONFIG ? readFile(environment.LATCHKEY_CONFIG, problems) : {}
  const values: Partial<Record<SettingName, unknown>> = {}
  const sources: Partial<Record<SettingName, 'environment' | 'file'>> = {}
  for (const name of names) {
    const setting: Setting<unknown> = settings[name]
    const source = environment[name] ? 'environment' : file[name] === undefined ? undefined : 'file'
    const text = source === 'environment' ? environment[name] : (file[name] ?? setting.fallback)
    if (source) sources[name] = source
    if (text === undefined) continue
    try {
      values[name] = setting.parse(text)
    } catch (cause) {
      const shown = setting.print ? '' : ` "${text}"`
      problems.push(`${name}${shown} ${(cause as Error).message} (${setting.about})`)
    }
  }
  if (problems.length > 0) throw new ConfigError(problems)
  // Each value was made by the reader of its own setting.
  return { ...(values as unknown as Settings), sources }
}

/** The settings as they may be printed at start: no password, no upstream URL. */
export function summarise(config: Config): Record<string, unknown> {
  return Object.fromEntries(
    names
      .filter((name) => config[name] !== undefined)
      .map((name) => [name, printable(settings[name], config[name])]),
  )
}

function printable(setting: Setting<unknown>, value: unknown): unknown {
  if (setting.print === 'url') return redactUrl(String(value))
  if (setting.print === 'keys')
    return (value instanceof Map ? [...value.keys()] : Object.keys(value as object)).join(',') // settings of this kind are either
  if (value instanceof Set) return [...value].join(',')
  // Upstream URLs often carry a key in their path, so that only their number is shown.
  if (value instanceof Map) return Object.fromEntries([...value].map(([id, lists]) => [id, counts(lists)]))
  return setting.print === 'secret' ? '[redacted]' : value
}

function counts(lists: Readonly<Record<string, readonly string[]>>): Record<string, number> {
  return Object.fromEntries(Object.entries(lists).map(([kind, urls]) => [kind, urls.length]))
}

/** The file is JSON with the same names; values may be written as JSON instead of text. */
function readFile(path: string, problems: string[]): Partial<Record<SettingName, string>> {
  const content = parseFile(path, problems)
  const entries: Partial<Record<SettingName, string>> = {}
  for (const [key, value] of Object.entries(content)) {
    const name = names.find((known) => known === key)
    if (!name) problems.push(`LATCHKEY_CONFIG ${path}: there is no setting "${key}"`)
    else entries[name] = toText(value)
  }
  return entries
}

function parseFile(path: string, problems: string[]): object {
  try {
    const content: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (typeof content === 'object' && content !== null && !Array.isArray(content)) return content
    problems.push(`LATCHKEY_CONFIG ${path} is not a JSON object`)
  } catch (cause) {
    const reason =
      cause instanceof SyntaxError ? 'is not JSON' : `cannot be read: ${(cause as Error).message}`
    problems.push(`LATCHKEY_CONFIG ${path} ${reason}`)
  }
  return {}
}

function toText(value: unknown): string {
  if (typeof value === 'string') return value
  const isPlainList = Array.isArray(value) && value.every((item) => typeof item === 'string')
  return isPlainList ? value.join(',') : JSON.stringify(value)
}
