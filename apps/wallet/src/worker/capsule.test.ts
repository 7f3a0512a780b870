import { capsuleAad, capsuleKeyAad } from '@latchkey/spec/walletApi'
import { expect, test } from 'vitest'
import { randomBytes } from '../keys/bytes.js'
import { createReceiver, sealTo } from '../keys/hpke.js'
import { openCapsule, sealCapsule } from './capsule.js'

const deviceId = '11111111-0d3e-4f5a-9a3b-7a3d6f0c2e11'
const place = { projectId: 'p', origin: 'https://shop.example', userId: 'u', deviceId, epoch: 3 }

/** A worker, and a server that gives it the key of the capsule. */
async function open() {
  const worker = await createReceiver()
  const kCap = randomBytes(32)
  const give = async (purpose: 'write' | 'open') => ({
    key: await sealTo(worker.publicKey, new Uint8Array(kCap), capsuleKeyAad(deviceId, purpose)),
    deviceId,
  })
  return { worker, give }
}

test('[F-L] what was sealed for the page to keep is the share again', async () => {
  const { worker, give } = await open()
  const d = randomBytes(17)
  const aad = capsuleAad(place)
  const { proof, sealed = '' } = await sealCapsule(worker, { ...(await give('write')), aad }, d)
  expect(proof).toHaveLength(43)
  expect(await openCapsule(worker, { ...(await give('open')), aad }, sealed)).toEqual(d)
})

test('[A-42] a capsule of another page, person, device or epoch, and a changed one, does not open', async () => {
  const { worker, give } = await open()
  const aad = capsuleAad(place)
  const { sealed = '' } = await sealCapsule(worker, { ...(await give('write')), aad }, randomBytes(17))
  const others = [
    { origin: 'https://evil.example' },
    { projectId: undefined },
    { userId: 'v' },
    { deviceId: '22222222-0d3e-4f5a-9a3b-7a3d6f0c2e11' },
    { epoch: 4 },
  ]
  for (const other of others) {
    const elsewhere = { ...(await give('open')), aad: capsuleAad({ ...place, ...other }) }
    await expect(openCapsule(worker, elsewhere, sealed)).rejects.toThrow('does not open')
  }
  const changed = `${sealed.slice(0, -2)}${sealed.endsWith('AA') ? 'BB' : 'AA'}`
  await expect(openCapsule(worker, { ...(await give('open')), aad }, changed)).rejects.toThrow(
    'does not open',
  )
  // The key to write one is not the key to open one.
  await expect(openCapsule(worker, { ...(await give('write')), aad }, sealed)).rejects.toThrow()
})

test('before there is a share the capsule only says which device this is', async () => {
  const { worker, give } = await open()
  const made = await sealCapsule(worker, { ...(await give('write')), aad: capsuleAad(place) }, undefined)
  expect(made).toEqual({ proof: expect.any(String), sealed: undefined })
})
