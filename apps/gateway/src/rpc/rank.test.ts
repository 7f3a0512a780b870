import { limits } from '@latchkey/spec/limits'
import { expect, test } from 'vitest'
import { rank, score } from './rank.js'

const facts = (stability: number, latency?: number) => ({ stability, latency })
const order = (items: readonly ReturnType<typeof facts>[]) => {
  const named = items.map((item, index) => ({ ...item, index }))
  return rank(named, (item) => item).map(({ index }) => index)
}

test('[S9-09] the score weighs stability 0.7 and latency 0.3', () => {
  expect(limits.rankWeights).toEqual({ stability: 0.7, latency: 0.3 })
  expect(score(facts(1, 0), 100)).toBeCloseTo(1)
  expect(score(facts(1, 100), 100)).toBeCloseTo(0.7)
  expect(score(facts(0.5, 50), 100)).toBeCloseTo(0.5)
  expect(score(facts(0, 100), 100)).toBe(0)
})

test('[S9-09] a stable one comes before a fast one that fails, and of two stable ones the faster', () => {
  expect(order([facts(0.4, 10), facts(1, 100)])).toEqual([1, 0])
  expect(order([facts(1, 300), facts(1, 20)])).toEqual([1, 0])
})

test('about equals stay in the order of the operator, and nothing is lost', () => {
  expect(order([facts(1), facts(1), facts(1)])).toEqual([0, 1, 2])
  expect(order([facts(1, 100), facts(1, 95), facts(0.9, 90)])).toEqual([0, 1, 2])
})
