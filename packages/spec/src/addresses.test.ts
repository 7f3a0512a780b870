import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeBase58, isAddress, parseAddress } from './addresses.js'
import { namespaces } from './caip.js'
import { isSameAddress } from './sameAddress.js'

const hex40 = fc.string({ unit: fc.constantFrom(...'0123456789abcdefABCDEF'), minLength: 40, maxLength: 40 })
const evm = '0x52908400098527886E0F7030069857D2E4169EE7'

/** The other way round, written for the test alone. */
function encodeBase58(bytes: Uint8Array): string {
  const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
  let number = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
  let text = ''
  for (; number > 0n; number /= 58n) text = alphabet.charAt(Number(number % 58n)) + text
  const zeros = bytes.findIndex((byte) => byte !== 0)
  return '1'.repeat(zeros === -1 ? bytes.length : zeros) + text
}

test('base58 decodes what was encoded', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
      expect(decodeBase58(encodeBase58(bytes))).toEqual(bytes)
    }),
  )
  for (const character of ['0', 'O', 'I', 'l', ' ']) expect(decodeBase58(`1${character}`)).toBeUndefined()
})

describe('eip155', () => {
  test('[S5-03] an address is 40 hexadecimal characters, 0x or not', () => {
    fc.assert(
      fc.property(hex40, (digits) => {
        expect(isAddress('eip155', digits)).toBe(true)
        expect(isAddress('eip155', `0x${digits}`)).toBe(true)
        expect(isAddress('eip155', digits.slice(1))).toBe(false)
        expect(isAddress('eip155', `0x${digits}0`)).toBe(false)
        expect(isAddress('eip155', `0x${digits.slice(1)}g`)).toBe(false)
      }),
    )
    for (const text of ['', '0x', `0X${'0'.repeat(40)}`, ` ${evm}`, `${evm}\n`]) {
      expect(isAddress('eip155', text)).toBe(false)
    }
  })

  test('[D-15] two addresses are the same whatever their case and prefix, and never by a part', () => {
    expect(isSameAddress('eip155', evm, evm.toLowerCase())).toBe(true)
    expect(isSameAddress('eip155', evm, evm.slice(2))).toBe(true)
    expect(isSameAddress('eip155', evm, evm.slice(0, -1))).toBe(false)
    expect(isSameAddress('eip155', evm, `${evm}0`)).toBe(false)
  })
})

describe('solana', () => {
  test('[S5-03][D-15] an address is 32 to 44 base58 characters that decode to 32 bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        expect(isAddress('solana', encodeBase58(bytes))).toBe(true)
      }),
    )
    expect(isAddress('solana', '1'.repeat(32))).toBe(true)
    expect(isAddress('solana', 'So11111111111111111111111111111111111111112')).toBe(true)
    // The right length of text, the wrong number of bytes.
    for (const length of [33, 40, 44]) expect(isAddress('solana', '1'.repeat(length))).toBe(false)
    for (const length of [31, 33]) {
      expect(isAddress('solana', encodeBase58(new Uint8Array(length).fill(7)))).toBe(false)
    }
    expect(isAddress('solana', 'z'.repeat(44))).toBe(false)
    expect(isAddress('solana', 'So1111111111111111111111111111111111111111O')).toBe(false)
  })

  test('[D-15] case matters', () => {
    const address = 'So11111111111111111111111111111111111111112'
    expect(isSameAddress('solana', address, address)).toBe(true)
    expect(isSameAddress('solana', address, address.toLowerCase())).toBe(false)
  })
})

describe('bip122', () => {
  test.each([
    // Published test vectors of BIP-173 and BIP-350, and well-known base58 addresses.
    'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
    'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
    'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7',
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
  ])('accepts %s', (address) => {
    expect(isAddress('bip122', address)).toBe(true)
  })

  test.each([
    ['a wrong checksum', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5'],
    ['mixed case', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3T4'],
    ['the old checksum on a new version', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd'],
    ['a letter outside the alphabet', 'bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4'],
    ['another prefix', 'tc1qw508d6qejxtdg4y5r3zarvary0c5xw7kg3g4ty'],
    ['a program that is too short', 'bc1pw5dgrnzv'],
    ['a program of version 0 that has neither length', 'BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P'],
    ['the wrong number of base58 bytes', '1A1zP1eP5QGefi2DMPTfTL5SLmv7Divf'],
    ['an unknown version byte', encodeBase58(new Uint8Array(25).fill(9))],
    ['an evm address', evm],
  ])('refuses %s', (_, address) => {
    expect(isAddress('bip122', address)).toBe(false)
  })
})

describe('polkadot', () => {
  test('an address decodes to a prefix, 32 bytes and a checksum', () => {
    expect(isAddress('polkadot', '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY')).toBe(true)
    expect(isAddress('polkadot', '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5')).toBe(true)
    expect(isAddress('polkadot', '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQ')).toBe(false)
    expect(isAddress('polkadot', evm)).toBe(false)
    expect(isAddress('polkadot', '')).toBe(false)
  })
})

test('no text makes a check throw, and parsing agrees with checking', () => {
  fc.assert(
    fc.property(fc.constantFrom(...namespaces), fc.string({ maxLength: 100 }), (namespace, text) => {
      expect(parseAddress(namespace, text)).toBe(isAddress(namespace, text) ? text : undefined)
    }),
  )
})
