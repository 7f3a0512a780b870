import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isPublicAddress } from './publicAddress.js'

test.each([
  '127.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '100.127.255.255',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '192.0.0.8',
  '198.19.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '::ffff:7f00:1',
  '::127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b::808:808',
  '64:ff9b:1::1',
  '2001:0:4136:e378::1',
  '2001:db8::1',
  '2002:7f00:1::',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fe80::1%eth0',
  '2606:4700::1%lo',
  'fec0::1',
  'ff02::1',
  '100::1',
  '5f00::1',
  'localhost',
  '',
])('%s is not public', (ip) => {
  expect(isPublicAddress(ip)).toBe(false)
})

test.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450:4001::200e'])(
  '%s is public',
  (ip) => {
    expect(isPublicAddress(ip)).toBe(true)
  },
)

test('no IPv4 address becomes public by being written as IPv6', () => {
  fc.assert(
    fc.property(fc.ipV4(), fc.constantFrom('::ffff:', '::', '64:ff9b::', '64:ff9b:1::'), (ip, prefix) => {
      expect(isPublicAddress(`${prefix}${ip}`)).toBe(false)
    }),
  )
})
