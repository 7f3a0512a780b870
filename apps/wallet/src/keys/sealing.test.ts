import { AeadId, Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core'
import { walletLimits } from '@latchkey/spec/walletApi'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromBase64url, randomBytes, toBase64url } from './bytes.js'
import { recoveryKeyOf, recoveryPointOf } from './derived.js'
import { createReceiver, openAs, sealTo } from './hpke.js'
import { createRecoveryCode, readRecoveryCode } from './recoveryCode.js'
import { unwrap, wrap } from './wrap.js'

const walletId = '5b1f3c8e-0d3e-4f5a-9a3b-7a3d6f0c2e11'

test('what is sealed to a receiver opens for it, under the text it is bound to, and for nobody else', async () => {
  const [receiver, other] = [await createReceiver(), await createReceiver()]
  const share = randomBytes(17)
  const sealed = await sealTo(receiver.publicKey, share, 'for this')
  expect(await receiver.open(sealed, 'for this')).toEqual(share)
  await expect(receiver.open(sealed, 'for that')).rejects.toThrow()
  await expect(other.open(sealed, 'for this')).rejects.toThrow()
  const bent = fromBase64url(sealed.ct)
  bent[0] = (bent[0] ?? 0) ^ 1
  await expect(receiver.open({ ...sealed, ct: toBase64url(bent) }, 'for this')).rejects.toThrow()
})

test('what is sealed to a recovery key opens with its scalar', async () => {
  const recovery = recoveryKeyOf(randomBytes(16), walletId)
  expect(recoveryPointOf(recovery.secret)).toEqual(recovery.point)
  const share = randomBytes(17)
  const sealed = await sealTo(toBase64url(recovery.point), share, 'r')
  expect(await openAs(recovery.secret, sealed, 'r')).toEqual(share)
})

test('the suite is the one that is written down: P-256, HKDF-SHA256, AES-256-GCM', async () => {
  const suite = new CipherSuite({
    kem: new DhkemP256HkdfSha256(),
    kdf: new HkdfSha256(),
    aead: new Aes256Gcm(),
  })
  expect(suite.aead.id).toBe(AeadId.Aes256Gcm)
  const pair = await suite.kem.generateKeyPair()
  const point = new Uint8Array(await suite.kem.serializePublicKey(pair.publicKey))
  const sealed = await sealTo(toBase64url(point), Uint8Array.of(1, 2, 3), 'aad')
  const opened = await suite.open(
    { recipientKey: pair.privateKey, enc: fromBase64url(sealed.enc) },
    fromBase64url(sealed.ct),
    new TextEncoder().encode('aad'),
  )
  expect(new Uint8Array(opened)).toEqual(Uint8Array.of(1, 2, 3))
})

test('[I-4] what is wrapped opens under its key and its text alone', async () => {
  const [key, other] = [randomBytes(32), randomBytes(32)]
  const wrapped = await wrap(key, randomBytes(32), 'row 1')
  expect(fromBase64url(wrapped)).toHaveLength(60)
  await expect(unwrap(key, wrapped, 'row 1')).resolves.toHaveLength(32)
  await expect(unwrap(key, wrapped, 'row 2')).rejects.toThrow()
  await expect(unwrap(other, wrapped, 'row 1')).rejects.toThrow()
  await expect(unwrap(key, wrapped.slice(0, 20), 'row 1')).rejects.toThrow()
})

test('a recovery code is read as people write it', () => {
  const code = createRecoveryCode()
  expect(code).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{3}-){8}[0-9A-HJKMNP-TV-Z]{3}$/)
  const bytes = readRecoveryCode(code)
  expect(bytes).toHaveLength(walletLimits.recoveryCodeBytes)
  expect(readRecoveryCode(code.toLowerCase())).toEqual(bytes)
  expect(readRecoveryCode(code.replaceAll('-', ' '))).toEqual(bytes)
  expect(readRecoveryCode(code.replaceAll('0', 'O').replaceAll('1', 'l'))).toEqual(bytes)
  expect(createRecoveryCode()).not.toBe(code)
})

test('a wrong letter, and any two letters that changed places, are found before anything is tried', () => {
  const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
  const code = Array.from(createRecoveryCode().replaceAll('-', ''))
  fc.assert(
    fc.property(fc.nat(26), fc.constantFrom(...letters), (at, letter) => {
      fc.pre(letter !== code[at])
      expect(readRecoveryCode(code.with(at, letter).join(''))).toBeUndefined()
    }),
    { numRuns: 500 },
  )
  for (let one = 0; one < code.length; one += 1) {
    for (let two = one + 1; two < code.length; two += 1) {
      if (code[one] === code[two]) continue
      const swapped = code.with(one, code[two] ?? '').with(two, code[one] ?? '')
      expect(readRecoveryCode(swapped.join(''))).toBeUndefined()
    }
  }
})

test.each(['', 'ABC', 'U'.repeat(27), '0'.repeat(26), '0'.repeat(28), '0'.repeat(100_000)])(
  'what is no code is not read',
  (text) => {
    expect(readRecoveryCode(text)).toBeUndefined()
  },
)
