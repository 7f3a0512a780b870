/** One text for one JSON value (RFC 8785), so that two sides hash the same bytes. */

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** Throws for what JSON cannot carry, instead of writing something else in its place. */
export function canonicalJson(value: Json, depth = 0): string {
  if (depth > 32) throw new TypeError('Too deep for canonical JSON')
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'string') {
    // Half a character has no UTF-8, and each side would replace it in its own way.
    if (!isWellFormed(value)) throw new TypeError('A lone surrogate has no canonical form')
    return JSON.stringify(value)
  }
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError('Not a JSON number')
    return JSON.stringify(value)
  }
  if (typeof value !== 'object') throw new TypeError('Not a JSON value')
  if (isList(value)) return `[${value.map((item) => canonicalJson(item, depth + 1)).join(',')}]`
  // Code units, which is how `sort` compares and what the RFC asks for.
  const fields = Object.keys(value)
    .sort()
    .map((key) => `${canonicalJson(key)}:${canonicalJson(field(value, key), depth + 1)}`)
  return `{${fields.join(',')}}`
}

function isList(value: readonly Json[] | { readonly [key: string]: Json }): value is readonly Json[] {
  return Array.isArray(value)
}

function field(value: { readonly [key: string]: Json }, key: string): Json {
  const found = value[key]
  if (found === undefined) throw new TypeError(`The field ${key} has no JSON value`)
  return found
}

const loneSurrogate = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/

function isWellFormed(value: string): boolean {
  return !loneSurrogate.test(value)
}
