/** Matching a web origin against a project's allow-list, label by whole label (S5-05). */
import { LatchkeyError } from './errors.js'

interface OriginParts {
  readonly scheme: string
  readonly labels: readonly string[]
  readonly port: string
}

const entryPattern = /^(?:(https?):\/\/)?([a-z0-9*-]+(?:\.[a-z0-9*-]+)*|\[[0-9a-f:.]+\])(?::(\d{1,5}|\*))?$/i

/**
 * An entry is an origin (`https://app.example.com`). Without a scheme it means https. A leading `*` label stands for
 * one or more whole labels, `:*` for any port; a `*` anywhere else makes the entry match nothing, because a star
 * inside a label would let `https://app-evil.example` pass for `app-*`.
 */
export function matchesOrigin(entry: string, origin: string): boolean {
  const allowed = parts(entry)
  const actual = parts(origin)
  if (!allowed || !actual || hasStar(actual) || !/^https?:/i.test(origin)) return false
  if (allowed.scheme !== actual.scheme) return false
  if (allowed.port !== '*' && allowed.port !== actual.port) return false
  const [first, ...rest] = allowed.labels
  if (first !== '*') return !hasStar({ ...allowed, port: '' }) && sameLabels(allowed.labels, actual.labels)
  if (rest.length === 0 || rest.some((label) => label.includes('*'))) return false
  return actual.labels.length > rest.length && sameLabels(rest, actual.labels.slice(-rest.length))
}

/** S5-05: no entry matches, no entry at all included, means not allowed. */
export function isOriginAllowed(allowed: readonly string[], origin: string): boolean {
  return allowed.some((entry) => matchesOrigin(entry, origin))
}

/** S5-05: the error that raises the invalid-app-configuration alert. */
export function checkOrigin(
  allowed: readonly string[],
  origin: string,
): LatchkeyError<'options.origin-not-allowed'> | undefined {
  return isOriginAllowed(allowed, origin)
    ? undefined
    : new LatchkeyError('options.origin-not-allowed', { origin })
}

function parts(text: string): OriginParts | undefined {
  const [, scheme = 'https', host, port] = entryPattern.exec(text) ?? []
  if (host === undefined) return undefined
  const lower = scheme.toLowerCase()
  const normal = lower === 'https' ? '443' : '80'
  return { scheme: lower, labels: host.toLowerCase().split('.'), port: port ?? normal }
}

function hasStar({ labels, port }: OriginParts): boolean {
  return port === '*' || labels.some((label) => label.includes('*'))
}

function sameLabels(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((label, index) => label === b[index])
}
