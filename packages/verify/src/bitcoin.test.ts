import { secp256k1 } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base64, bech32, createBase58check, hex } from '@scure/base'
import { describe, expect, test } from 'vitest'
import { isSignedByBitcoin } from './bitcoin.js'
import { isEcdsa, isSchnorr } from './bitcoinCrypto.js'

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
    for (let n = 0; n < 16; n += 1) {
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

/** Vectors of BIP-340. */
describe('Schnorr', () => {
  const bytes = (text: string) => hex.decode(text.toLowerCase())
  const key = 'DFF1D77F2A671C5F36183726DB2341BE58FEAE1DA2DECED843240F7B502BA659'
  const message = '243F6A8885A308D313198A2E03707344A4093822299F31D0082EFA98EC4E6C89'
  const signature =
    '6896BD60EEAE296DB48A229FF71DFE071BDE413E6D43F917DC8DCF8C78DE33418906D11AC976ABCCB20B091292BFF4EA897EFCB639EA871CFA95F6DE339E4B0A'

  test('the vectors that verify', () => {
    expect(isSchnorr(bytes(signature), bytes(message), bytes(key))).toBe(true)
    expect(
      isSchnorr(
        bytes(
          'E907831F80848D1069A5371B402410364BDF1C5F8307B0084C55F1CE2DCA821525F66A4A85EA8B71E482A74F382D2CE5EBEEE8FDB2172F477DF4900D310536C0',
        ),
        new Uint8Array(32),
        bytes('F9308A019258C31049344F85F89D5229B531C845836F99B08601F113BCE036F9'),
      ),
    ).toBe(true)
  })

  test('the vectors that do not', () => {
    const oddNonce =
      'FFF97BD5755EEEA420453A14355235D382F6472F8568A18B2F057A14602975563CC27944640AC607CD107AE10923D9EF7A73C643E166BE5EBEAFA34B1AC553E2'
    expect(isSchnorr(bytes(oddNonce), bytes(message), bytes(key))).toBe(false)
    const notOnCurve = 'EEFDEA4CDB677750A420FEE807EACF21EB9898AE79B9768766E4FAA04A2D4A34'
    expect(isSchnorr(bytes(signature), bytes(message), bytes(notOnCurve))).toBe(false)
    expect(isSchnorr(bytes(signature).slice(1), bytes(message), bytes(key))).toBe(false)
  })
})
