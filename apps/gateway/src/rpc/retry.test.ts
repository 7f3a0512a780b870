/** How long to wait between rounds. */
import { limits } from '@latchkey/spec/limits'
import { expect, test } from 'vitest'
import { delayBefore } from './retry.js'

test('[S8-33] what is neither seconds nor a date of HTTP does not change the delay', () => {
  expect(delayBefore(0, ['2999.5'], 0)).toBe(limits.httpRetryDelay)
  expect(delayBefore(1, ['-1', undefined], 0)).toBe(limits.httpRetryDelay * 2)
})

test('[S8-33] of several wishes the shortest is granted, never less than the usual delay', () => {
  expect(delayBefore(0, ['3', '1'], 0)).toBe(1000)
  expect(delayBefore(0, ['3', '0'], 0)).toBe(limits.httpRetryDelay)
})
