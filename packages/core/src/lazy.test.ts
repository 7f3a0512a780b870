/** Parts that are fetched: once, in order, and again after a failure. */
import { expect, test } from 'vitest'
import { atHand, createLazy } from './lazy.js'

test('a part is fetched by its first use, once, and uses keep their order', async () => {
  let fetches = 0
  const lazy = createLazy(async () => ({ fetch: ++fetches }))
  const order: string[] = []
  const first = lazy(() => order.push('first'))
  const second = lazy(() => order.push('second'))
  expect(order).toEqual([])
  await Promise.all([first, second])
  expect(order).toEqual(['first', 'second'])
  expect(fetches).toBe(1)
})

test('a part that is at hand is used in the moment of the call', async () => {
  const lazy = createLazy(async () => 'part')
  await lazy(() => {})
  for (const use of [lazy, atHand('part')]) {
    let used = ''
    const answer = use((part) => {
      used = part
      return 'answer'
    })
    expect(used).toBe('part')
    expect(await answer).toBe('answer')
  }
})

test('[D-10] a part that did not arrive rejects, and the next use fetches it again', async () => {
  let isDown = true
  const lazy = createLazy(async () => {
    if (isDown) throw new TypeError('offline')
    return 'part'
  })
  await expect(lazy((part) => part)).rejects.toThrow('offline')
  isDown = false
  await expect(lazy((part) => part)).resolves.toBe('part')
})
