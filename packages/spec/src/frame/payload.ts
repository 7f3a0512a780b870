/** What may cross the window boundary at all, before any schema looks at it. */

/** Sizes and counts; both sides refuse what is larger. */
export const frameBounds = {
  /** Characters of all texts and keys in one request. */
  characters: 256 * 1024,
  /** The same of an answer: the logs of a contract are long. */
  resultCharacters: 4 * 1024 * 1024,
  /** Nesting. */
  depth: 16,
  /** Keys of one object. */
  keys: 200,
  /** Values of any kind in one request. */
  values: 10_000,
  /** The same of an answer. */
  resultValues: 200_000,
  /** Requests without an answer. */
  inFlight: 50,
  /** Requests a second. */
  perSecond: 20,
  /** Characters of a message id. */
  id: 64,
  /** Characters of a short text: a name, a token symbol. */
  text: 256,
  /** Characters of a URL. */
  url: 2048,
  /** Characters of a session token. */
  token: 16 * 1024,
  /** Theme variables. */
  themeVariables: 64,
} as const

const forbiddenKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * True for plain data within the bounds: null, booleans, finite numbers, texts, arrays and plain objects. Structured
 * clone carries more (maps, buffers, bigints, cycles); no message has a use for it.
 */
export function isFramePayload(
  value: unknown,
  maxCharacters: number = frameBounds.characters,
  maxValues: number = frameBounds.values,
): boolean {
  const open: [unknown, number][] = [[value, 0]]
  let characters = 0
  let values = 0
  for (let next = open.pop(); next; next = open.pop()) {
    const [item, depth] = next
    values += 1
    // Also ends circular data, and data that names one object many times.
    if (depth > frameBounds.depth || values > maxValues) return false
    if (typeof item === 'string') characters += item.length
    if (characters > maxCharacters) return false
    if (item === null || item === undefined || typeof item === 'string' || typeof item === 'boolean') continue
    if (typeof item === 'number') {
      if (!Number.isFinite(item)) return false
      continue
    }
    if (typeof item !== 'object' || !(Array.isArray(item) || isPlain(item))) return false
    const keys = Object.keys(item)
    if (!Array.isArray(item) && keys.length > frameBounds.keys) return false
    for (const key of keys) {
      if (forbiddenKeys.has(key)) return false
      characters += key.length
      // A getter could answer differently to the check and to the reader.
      const property = Object.getOwnPropertyDescriptor(item, key)
      if (!property || !('value' in property)) return false
      open.push([property.value, depth + 1])
    }
  }
  return true
}

function isPlain(item: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(item)
  return prototype === Object.prototype || prototype === null
}
