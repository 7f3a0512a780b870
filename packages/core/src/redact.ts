/** Makes any value safe and small enough to log: secrets out, cycles cut, errors and big integers readable. */
const secretName =
  /secret|password|passphrase|mnemonic|seed|private_?key|sym_?key|authorization|cookie|signature|jwt|token$|^otp$|^pin$|^code$|email/i
const secretText: readonly [RegExp, string][] = [
  [/\b(sym_?key|token|otp|code|secret|password)=[^&\s"']+/gi, '$1=[redacted]'],
  [/\bBearer\s+[\w.~+/-]+=*/gi, 'Bearer [redacted]'],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '[redacted]'],
  [/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, '[redacted]'],
]
const depthLimit = 6
const itemLimit = 100

/** Takes secrets out of a text: keys in links, bearer tokens, mail addresses. */
export function redactText(text: string): string {
  return secretText.reduce((clean, [pattern, mark]) => clean.replace(pattern, mark), text)
}

/** A JSON-ready copy without secrets. Never throws, whatever getters or proxies do. */
export function redact(value: unknown, depth = 0, seen: readonly object[] = []): unknown {
  if (typeof value === 'string') return redactText(value)
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value === 'function' || typeof value === 'symbol') return `[${typeof value}]`
  if (typeof value !== 'object' || value === null) return value
  if (seen.includes(value)) return '[circular]'
  if (depth >= depthLimit) return '[deep]'
  const inner = (item: unknown) => redact(item, depth + 1, [...seen, value])
  try {
    if (value instanceof Error) return redactError(value, inner)
    if (Array.isArray(value)) return value.slice(0, itemLimit).map(inner)
    if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`
    return Object.fromEntries(
      Object.entries(value)
        .slice(0, itemLimit)
        .map(([name, item]) => [name, secretName.test(name) ? '[redacted]' : inner(item)]),
    )
  } catch {
    return '[unreadable]'
  }
}

function redactError(error: Error, inner: (value: unknown) => unknown): unknown {
  const { name, message, cause } = error
  const code: unknown = 'code' in error ? error.code : undefined
  return {
    name,
    message: redactText(message),
    ...(code === undefined ? {} : { code: inner(code) }),
    ...(cause === undefined ? {} : { cause: inner(cause) }),
  }
}
