/** When two addresses are the same. Apart from what they look like, because a page asks this on its first load. */
import type { Namespace } from './caip.js'

/** D-15: compared whole. Only eip155 ignores case (its case is a checksum) and the prefix (S5-03 makes it optional). */
export function isSameAddress(namespace: Namespace, a: string, b: string): boolean {
  if (namespace !== 'eip155') return a === b
  return withoutPrefix(a) === withoutPrefix(b)
}

function withoutPrefix(address: string): string {
  return address.replace(/^0x/, '').toLowerCase()
}
