import { secp256k1 } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base64, bech32, createBase58check } from '@scure/base'
import { describe, expect, test } from 'vitest'
import { isSignedByBitcoin } from './bitcoin.js'
import { isEcdsa } from './bitcoinCrypto.js'

/** Vectors of BIP-322. */
const segwit = 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l'
const taproot = 'bc1ppv609nr0vr25u07u95waq5lucwfm6tde4nydujnu8npg4q75mr5sxq8lt3'
const vectors = [
  [
    'an empty message of a segwit address',
    segwit,
    '',
    'AkcwRAIgM2gBAQqvZX15ZiysmKmQpDrG83avLIT492QBzLnQIxYCIBaTpOaD20qRlEylyxFSeEA2ba9YOixpX8z46TSDtS40ASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
  ],
  [
    'a message of a segwit address',
    segwit,
    'Hello World',
    'AkcwRAIgZRfIY3p7/DoVTty6YZbWS71bc5Vct9p9Fia83eRmw2QCICK/ENGfwLtptFluMGs2KsqoNSk89pO7F29zJLUx9a/sASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
  ],
  [
    'a message of a taproot address',
    taproot,
    'Hello World',
    'AUHd69PrJQEv+oKTfZ8l+WROBHuy9HKrbFCJu7U1iK2iiEy1vMU5EfMtjc+VSHM7aU0SDbak5IUZRVno2P5mjSafAQ==',
  ],
] as const

describe('BIP-322', () => {
  test.each(vectors)('%s', (_, address, message, signature) => {
    expect(isSignedByBitcoin({ address, message, signature })).toBe(true)
    expect(isSignedByBitcoin({ address, message: `${message}!`, signature })).toBe(false)
    const other = address === segwit ? taproot : segwit
    expect(isSignedByBitcoin({ address: other, message, signature })).toBe(false)
  })
})

/** Written here once more, so that a mistake in the source is not repeated by its test. */
describe('BIP-137', () => {
  const secret = new Uint8Array(32).fill(3)
  const key = secp256k1.getPublicKey(secret)
  const digest160 = (bytes: Uint8Array) => ripemd160(sha256(bytes))
  const base58check = createBase58check(sha256)
  const addresses = {
    legacy: base58check.encode(Uint8Array.from([0x00, ...digest160(key)])),
    'legacy of an uncompressed key': base58check.encode(
      Uint8Array.from([0x00, ...digest160(secp256k1.getPublicKey(secret, false))]),
    ),
    'segwit inside a script': base58check.encode(
      Uint8Array.from([0x05, ...digest160(Uint8Array.from([0x00, 0x14, ...digest160(key)]))]),
    ),
    segwit: bech32.encode('bc', [0, ...bech32.toWords(digest160(key))]),
    'segwit of a test network': bech32.encode('tb', [0, ...bech32.toWords(digest160(key))]),
  }

  function sign(message: string, header: number): string {
    const text = new TextEncoder().encode(message)
    const head = new TextEncoder().encode('\x18Bitcoin Signed Message:\n')
    const digest = sha256(sha256(Uint8Array.from([...head, text.length, ...text])))
    const [recovery = 0, ...rest] = secp256k1.sign(digest, secret, { prehash: false, format: 'recovered' })
    return base64.encode(Uint8Array.from([header + recovery, ...rest]))
  }

  test.each(Object.entries(addresses))('%s', (_, address) => {
    const signature = sign('hello', 31)
    expect(isSignedByBitcoin({ message: 'hello', signature, address })).toBe(true)
    expect(isSignedByBitcoin({ message: 'hallo', signature, address })).toBe(false)
  })

  test('the header of newer wallets is read too', () => {
    for (const header of [27, 35, 39])
      expect(
        isSignedByBitcoin({ message: 'hello', signature: sign('hello', header), address: addresses.segwit }),
      ).toBe(true)
  })
})

test('what is no signature, or of no address, is no signature of anybody', () => {
  const message = 'Hello World'
  const [, [, address, , signature]] = vectors
  for (const changed of [
    { signature: '' },
    { signature: '????' },
    { signature: 'A'.repeat(100_000) },
    { signature: signature.replace('AkcwRAIg', 'A0cwRAIg') },
    { address: '' },
    { address: 'bc1q' },
    { address: '1111111111111111111114oLvT2' },
    { address: 'x'.repeat(1000) },
  ])
    expect(isSignedByBitcoin({ message, signature, address, ...changed })).toBe(false)
})

describe('DER', () => {
  const secret = new Uint8Array(32).fill(5)
  const digest = sha256(Uint8Array.of(1))
  const key = secp256k1.getPublicKey(secret)
  const der = secp256k1.sign(digest, secret, { prehash: false, format: 'der' })

  test('signatures that another library wrote are read', () => {
    for (let n = 0; n < 64; n += 1) {
      const each = sha256(Uint8Array.of(n))
      const signature = secp256k1.sign(each, secret, { prehash: false, format: 'der' })
      expect(isEcdsa(signature, each, key)).toBe(true)
      expect(isEcdsa(signature, digest, key)).toBe(n === 1)
    }
  })

  test('a second way of writing the same signature is none (BIP-66)', () => {
    const [start, length = 0, mark, size = 0, ...rest] = der
    const padded = Uint8Array.from([start ?? 0, length + 1, mark ?? 0, size + 1, 0, ...rest])
    const longer = Uint8Array.from([...der, 0])
    const cut = der.slice(0, -1)
    const negative = Uint8Array.from([...der.slice(0, 4), 0x80, ...der.slice(5)])
    for (const other of [padded, longer, cut, negative, new Uint8Array(), der.slice(2)]) {
      expect(isEcdsa(other, digest, key)).toBe(false)
    }
  })
})
