import { expect, test } from 'vitest'
import { randomBytes } from '../keys/bytes.js'
import { createParcelKey, openParcel, sealParcel, shareFromParcel, shareToParcel } from './parcel.js'

const share = {
  userId: 'user',
  deviceId: 'device',
  epoch: 3,
  d: randomBytes(17),
  marks: { walletId: 'wallet', rkPub: 'point', kcv: 'check', accounts: [] },
  pins: { passkeys: [{ id: 'a', publicKey: 'b' }], seal: 'seal' },
}

test('a share arrives as it was sent', async () => {
  const key = createParcelKey()
  const sealed = await sealParcel(key, 'window', { share: shareToParcel(share) })
  const opened = await openParcel(key, 'window', sealed)
  expect(opened.share && shareFromParcel(opened.share)).toEqual(share)
})

test('[D-31] who carries a parcel can neither open it, nor turn it round, nor change it', async () => {
  const key = createParcelKey()
  const sealed = await sealParcel(key, 'window', {})
  await expect(openParcel(createParcelKey(), 'window', sealed)).rejects.toThrow()
  await expect(openParcel(key, 'frame', sealed)).rejects.toThrow()
  const changed = sealed.slice(0, 20) + (sealed[20] === 'A' ? 'B' : 'A') + sealed.slice(21)
  await expect(openParcel(key, 'window', changed)).rejects.toThrow()
})
