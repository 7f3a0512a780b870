/** Who waits at a gate, and in which order. */
import { expect, test } from 'vitest'
import { createGate } from './gate.js'

function deferred() {
  let resolve = () => {}
  let reject = (_: Error) => {}
  const promise = new Promise<void>((done, fail) => {
    resolve = done
    reject = fail
  })
  return { promise, resolve, reject }
}

test('so many run at once, the others in the order in which they came, also after one that failed', async () => {
  const gate = createGate(2)
  const begun: number[] = []
  const ends = Array.from({ length: 5 }, deferred)
  const done = ends.map(({ promise }, n) =>
    gate(() => {
      begun.push(n)
      return promise
    }),
  )
  expect(begun).toEqual([0, 1])
  ends[1]?.reject(new Error('no'))
  await expect(done[1]).rejects.toThrow('no')
  expect(begun).toEqual([0, 1, 2])
  for (const end of ends) end.resolve()
  await Promise.allSettled(done)
  expect(begun).toEqual([0, 1, 2, 3, 4])
})
