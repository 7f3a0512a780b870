import { expect, test } from 'vitest'
import { Figures, growthOf } from './figures.mjs'

test('a hundredth of the requests is slower than p99, and failures are counted by reason', () => {
  const figures = new Figures()
  for (let ms = 1; ms <= 1_000; ms++) figures.done(ms)
  figures.failed('status 500')
  figures.failed('status 500')
  figures.failed('reset')
  expect(figures.summary()).toEqual({
    count: 1_000,
    failures: 3,
    reasons: ['2 × status 500', '1 × reset'],
    p50: 500,
    p95: 950,
    p99: 990,
  })
})

test('memory that is made once is no growth, and memory that is never given back is', () => {
  expect(growthOf([10, 60, 100, 100, 100, 100, 100, 100])).toBe(0)
  expect(growthOf([10, 60, 80, 80, 90, 90, 100, 100])).toBeCloseTo(0.25)
  expect(growthOf([100, 200, 300, 400, 500, 600, 700, 800])).toBeGreaterThan(0.5)
  expect(growthOf([1, 2])).toBeNaN()
})
