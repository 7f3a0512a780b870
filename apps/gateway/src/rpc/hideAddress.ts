/** Takes the address of an upstream, its host and its keys, out of texts that the upstream wrote. */

export type Hide = (text: string) => string

/** Parts that are shorter are words such as `v3` and `main`, not keys. */
const shortestKey = 8

/** A function that writes `[address]` for the host and for every longer part of the URL, plain or percent-encoded. */
export function hideAddress(url: string): Hide {
  const { host, hostname, username, password, pathname, searchParams } = new URL(url)
  const hosts = [host, hostname].filter((name) => /[.:]/.test(name) || name.length >= shortestKey)
  const keys = [username, password, ...pathname.split('/'), ...searchParams.values()]
    .flatMap((part) => [part, decoded(part), encodeURIComponent(decoded(part))])
    .filter((part) => part.length >= shortestKey)
  // The longest first: one part may begin with another.
  const parts = [...new Set([...hosts, ...keys])].sort((a, b) => b.length - a.length)
  if (parts.length === 0) return (text) => text
  const pattern = new RegExp(parts.map(escapePattern).join('|'), 'gi')
  return (text) => text.replace(pattern, '[address]')
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}
