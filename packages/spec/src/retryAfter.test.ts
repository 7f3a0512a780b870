/** What a Retry-After header may look like, and what is no answer at all. */
import { expect, test } from 'vitest'
import { seconds } from './limits.js'
import { parseRetryAfter } from './retryAfter.js'

const now = Date.parse('Thu, 01 Jan 2026 00:00:00 GMT')

test.each([
  ['0', 0],
  [' 120 ', seconds(120)],
  ['Thu, 01 Jan 2026 00:00:10 GMT', seconds(10)],
  ['Thursday, 01-Jan-26 00:00:10 GMT', seconds(10)],
  ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
])('[S8-33] %j is read as %i ms', (text, wait) => {
  expect(parseRetryAfter(text, now)).toBe(wait)
})

test.each([undefined, null, '', '-1', '1.5', '1e3', 'soon', 'Thu, soon'])(
  '[S8-33] %j says nothing about when to come back',
  (text) => {
    expect(parseRetryAfter(text, now)).toBeUndefined()
  },
)
