import { expect, test } from 'vitest'
import { randomBytes, toBase64url } from '../keys/bytes.js'
import { createDeviceStore, EpochBehind, type KeptShare } from './deviceStore.js'
import { createMemoryShelf, openShelf, type Shelf } from './shelf.js'

const walletId = '5b1f3c8e-0d3e-4f5a-9a3b-7a3d6f0c2e11'
const share = (more: Partial<KeptShare> = {}): KeptShare => ({
  userId: 'ada',
  deviceId: '11111111-0d3e-4f5a-9a3b-7a3d6f0c2e11',
  epoch: 2,
  d: randomBytes(17),
  marks: { walletId, rkPub: 'rk', kcv: 'kcv', accounts: [] },
  pins: { passkeys: [], seal: 'seal' },
  ...more,
})

/** Shows what lies on the shelf, as a thief of the storage would see it. */
function createGlassShelf(): Shelf & { readonly seen: Map<string, unknown> } {
  const shelf = createMemoryShelf()
  const seen = new Map<string, unknown>()
  return {
    ...shelf,
    seen,
    put: async (name, value) => {
      seen.set(name, value)
      await shelf.put(name, value)
    },
  }
}

test('a share comes back to its owner, and to nobody else', async () => {
  const store = createDeviceStore(createMemoryShelf())
  const kept = share()
  await store.keepShare(kept)
  expect(await store.share('ada')).toEqual(kept)
  expect(await store.share('bo')).toBeUndefined()
  await store.forgetShare('ada')
  expect(await store.share('ada')).toBeUndefined()
})

test('[I-22] the bytes of a share do not lie on the shelf, and its key cannot be taken out', async () => {
  const shelf = createGlassShelf()
  const kept = share()
  await createDeviceStore(shelf).keepShare(kept)
  const row = shelf.seen.get('share ada') as { sealed: Uint8Array }
  expect(toBase64url(row.sealed)).not.toContain(toBase64url(kept.d).slice(0, 8))
  expect(Object.keys(row)).not.toContain('d')
  await expect(crypto.subtle.exportKey('raw', shelf.seen.get('local') as CryptoKey)).rejects.toThrow()
})

test('[F-Q] shares of an older epoch do not replace newer ones, and a new wallet may begin anywhere', async () => {
  const store = createDeviceStore(createMemoryShelf())
  await store.keepShare(share({ epoch: 3 }))
  await expect(store.keepShare(share({ epoch: 2 }))).rejects.toThrow(EpochBehind)
  expect((await store.share('ada'))?.epoch).toBe(3)
  await store.keepShare(share({ epoch: 4 }))
  await store.keepShare(share({ epoch: 1, marks: { ...share().marks, walletId: 'another' } }))
  expect((await store.share('ada'))?.epoch).toBe(1)
})

test('[F-B] what the browser did not keep is told, before anybody relies on it', async () => {
  const shelf = createMemoryShelf()
  const forgetful: Shelf = {
    ...shelf,
    put: async (name, value) => (name === 'share ada' ? undefined : shelf.put(name, value)),
  }
  await expect(createDeviceStore(forgetful).keepShare(share())).rejects.toThrow('did not keep')
})

test.each([
  ['rubbish', 'x'],
  ['another shape', { userId: 'ada', d: 'x' }],
  ['a sealed share that was changed', { ...share(), iv: randomBytes(12), sealed: randomBytes(33) }],
])('%s on the shelf is no share', async (_, row) => {
  const shelf = createMemoryShelf()
  await shelf.put('share ada', row)
  expect(await createDeviceStore(shelf).share('ada')).toBeUndefined()
})

test('the key of a device outlives its sessions: by it the server knows whose share lies here', async () => {
  const store = createDeviceStore(createMemoryShelf())
  const first = await store.proofPair()
  await store.keepSession({ refresh: 'token' })
  expect(await store.session()).toEqual({ refresh: 'token' })
  await store.forgetSession()
  expect(await store.session()).toBeUndefined()
  expect((await store.proofPair()).publicKey).toEqual(first.publicKey)
})

test('who signs in next on a shared computer costs nobody their share', async () => {
  const store = createDeviceStore(createMemoryShelf())
  await store.keepShare(share())
  await store.keepShare({ ...share(), userId: 'bob' })
  expect((await store.share('ada'))?.userId).toBe('ada')
  await store.forgetShare('bob')
  expect(await store.share('bob')).toBeUndefined()
  expect((await store.share('ada'))?.userId).toBe('ada')
})

test('[F-K] where the browser keeps nothing, memory does, and says that it does not last', async () => {
  const denied = await openShelf('windows', () => {
    throw new DOMException('denied', 'SecurityError')
  })
  expect(denied.isLasting).toBe(false)
  await createDeviceStore(denied).keepShare(share())
})

test('[D-32] the windows and the frame under each page have keys of their own, also where the browser keeps one storage for all', async () => {
  const opened: string[] = []
  const open = (name: string): never => {
    opened.push(name)
    throw new DOMException('denied', 'SecurityError')
  }
  // What is used of a factory.
  const factory = () => ({ open }) as unknown as IDBFactory
  await openShelf('windows', factory)
  await openShelf({ page: 'https://shop.example' }, factory)
  await openShelf({ page: 'https://shop.example:8443' }, factory)
  expect(new Set(opened).size).toBe(3)
})
