/** A download that fails is not the end: the next read tries again, and a kit that is left throws at nobody. */
import { expect, test, vi } from 'vitest'
import { once } from './once.js'
import { createTestWorld } from './testWorld.js'

const downloads = vi.hoisted(() => ({ failing: 0 }))

vi.mock('./reads.js', async (load) => {
  const actual = await load<typeof import('./reads.js')>()
  return {
    ...actual,
    createReads(context: never) {
      if (downloads.failing === 0) return { ...actual.createReads(context), estimateGas: async () => 21_000n }
      downloads.failing -= 1
      throw new TypeError('Failed to fetch dynamically imported module')
    },
  }
})

test('reads whose code could not be loaded are tried again', async () => {
  downloads.failing = 1
  const { kit } = await createTestWorld()
  await kit.connect({ connectorId: 'dev.latchkey.lab' })
  const transaction = { to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }
  await expect(kit.estimateGas({ transaction })).rejects.toThrow('dynamically imported')
  await expect(kit.estimateGas({ transaction })).resolves.toBe(21_000n)
})

test('[D-03] leaving after they failed to load leaves no rejection behind', async () => {
  const unhandled = vi.fn()
  process.on('unhandledRejection', unhandled)
  downloads.failing = 1
  const { kit } = await createTestWorld()
  await kit.connect({ connectorId: 'dev.latchkey.lab' })
  const estimate = kit.estimateGas({ transaction: { to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' } })
  await expect(estimate).rejects.toThrow('dynamically imported')
  kit.destroy()
  await new Promise((resolve) => setTimeout(resolve))
  process.off('unhandledRejection', unhandled)
  expect(unhandled).not.toHaveBeenCalled()
})

test('what was made is made once, and what failed is made again', async () => {
  const make = vi.fn<() => Promise<number>>().mockRejectedValueOnce(new Error('no')).mockResolvedValue(7)
  const get = once(make)
  await expect(Promise.all([get(), get()])).rejects.toThrow('no')
  expect(await Promise.all([get(), get()])).toEqual([7, 7])
  expect(make).toHaveBeenCalledTimes(2)
})
