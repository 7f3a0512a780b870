/** As whom a network address is counted. */
import { isIPv6 } from 'node:net'

/** One household has a whole /64 of IPv6, and could otherwise have a bucket for each of its addresses. */
export function addressKey(ip: string): string {
  if (!ip.includes(':') || !isIPv6(ip)) return ip
  if (ip.startsWith('::ffff:') && ip.includes('.')) return ip.slice('::ffff:'.length)
  const [head = '', tail = ''] = ip.split('%')[0]?.split('::') ?? []
  const left = head.split(':').filter((group) => group !== '')
  const right = tail.split(':').filter((group) => group !== '')
  const middle = ip.includes('::') ? Array(8 - left.length - right.length).fill('0') : []
  return `${[...left, ...middle, ...right]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
