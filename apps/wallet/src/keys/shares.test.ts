import { shareFormat } from '@latchkey/spec/walletApi'
import fc from 'fast-check'
import { combine } from 'shamir-secret-sharing'
import { expect, test } from 'vitest'
import { isSame, randomBytes } from './bytes.js'
import { checkValueOf } from './derived.js'
import { KeyMismatch } from './keyMismatch.js'
import { combineShares, splitSecret, xOf } from './shares.js'

const secrets = fc.uint8Array({ minLength: 16, maxLength: 16 }).map((bytes) => new Uint8Array(bytes))
const walletId = '5b1f3c8e-0d3e-4f5a-9a3b-7a3d6f0c2e11'

test('[I-2] any two of the three shares are the secret again', async () => {
  await fc.assert(
    fc.asyncProperty(secrets, async (secret) => {
      const { s, d, r } = await splitSecret(secret)
      for (const [one, other] of [
        [s, d],
        [d, s],
        [s, r],
        [d, r],
      ] as const) {
        expect(await combineShares(one, other)).toEqual(secret)
      }
    }),
    { numRuns: 50 },
  )
})

test('[I-1] shares of two devices, or of two epochs, are not the secret, and the check value says so', async () => {
  await fc.assert(
    fc.asyncProperty(secrets, async (secret) => {
      const [mine, other] = [await splitSecret(secret), await splitSecret(secret)]
      const pairs = [mine.s, mine.d, mine.r].flatMap((one) =>
        [other.s, other.d, other.r].filter((two) => xOf(one) !== xOf(two)).map((two) => [one, two] as const),
      )
      for (const pair of pairs) {
        const guess = await combineShares(...pair)
        expect(isSame(checkValueOf(guess, walletId), checkValueOf(secret, walletId))).toBe(false)
      }
    }),
    { numRuns: 20 },
  )
})

/** Every secret fits one share equally well: sixteen bytes of the polynomial are as random as the secret. */
test('[I-1] one share fits every secret there is', async () => {
  const { s } = await splitSecret(randomBytes(16))
  for (let first = 0; first < 256; first += 1) {
    const other = randomBytes(shareFormat.shareBytes)
    other[0] = first
    other[shareFormat.xAt] = xOf(s) === 1 ? 2 : 1
    await expect(combineShares(s, other)).resolves.toHaveLength(16)
  }
})

test('[I-3] [A-44] a share at x = 0 is refused, which the library would return as the secret', async () => {
  const { d } = await splitSecret(randomBytes(16))
  const chosen = new Uint8Array(17).fill(7)
  chosen[16] = 0
  expect(await combine([chosen, d])).toEqual(new Uint8Array(16).fill(7))
  await expect(combineShares(chosen, d)).rejects.toThrow(KeyMismatch)
  await expect(combineShares(d, chosen)).rejects.toThrow(KeyMismatch)
})

test('[I-3] the same place twice, and any other length, are refused', async () => {
  const { s, d } = await splitSecret(randomBytes(16))
  const twin = new Uint8Array(d)
  twin[0] = (twin[0] ?? 0) ^ 1
  await expect(combineShares(d, d)).rejects.toThrow(KeyMismatch)
  await expect(combineShares(d, twin)).rejects.toThrow(KeyMismatch)
  for (const length of [0, 1, 16, 18, 1000]) {
    await expect(combineShares(s, randomBytes(length))).rejects.toThrow(KeyMismatch)
  }
})

test('a secret of another length is not split', async () => {
  for (const length of [0, 15, 17, 32]) {
    await expect(splitSecret(randomBytes(length))).rejects.toThrow('16 bytes')
  }
})
