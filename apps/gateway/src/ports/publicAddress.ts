/** Which network addresses belong to the public internet. A list of what is allowed: whatever is not surely public is not. */
import { BlockList, isIPv4, isIPv6 } from 'node:net'

/** Blocks of IPv4 that are not of the public internet (the registry of RFC 6890 and what was added since). */
const reserved4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const

/** Blocks inside the global unicast range that are not hosts of the internet, or hold an IPv4 address that may be anything. */
const reserved6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
] as const

const reserved = new BlockList()
for (const [network, prefix] of reserved4) reserved.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of reserved6) reserved.addSubnet(network, prefix, 'ipv6')

/** The only range of IPv6 that hosts are given; loopback, mapped IPv4, NAT64, unique local and link-local lie outside. */
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')

export function isPublicAddress(ip: string): boolean {
  if (isIPv4(ip)) return !reserved.check(ip, 'ipv4')
  // A zone index names an interface of this machine.
  if (!isIPv6(ip) || ip.includes('%')) return false
  return globalUnicast.check(ip, 'ipv6') && !reserved.check(ip, 'ipv6')
}

/** This machine itself, for local mode. */
export function isLoopbackAddress(ip: string): boolean {
  return (isIPv4(ip) && ip.startsWith('127.')) || ip === '::1'
}
