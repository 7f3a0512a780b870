/** What an app is told about calls that were sent together. */
import { describe, expect, test } from 'vitest'
import { statusOf } from './callsStatus.js'

const through = { status: 'success' } as const
const undone = { status: 'reverted' } as const

describe('the status of calls', () => {
  test.each([
    ['all went through', [through, through], { sent: 2, unsent: 0 }, 200],
    ['one is not mined yet', [through], { sent: 2, unsent: 0 }, 100],
    ['the last was undone', [through, undone], { sent: 2, unsent: 0 }, 600],
    ['the first was undone and nothing after it was sent', [undone], { sent: 1, unsent: 2 }, 500],
    ['the rest could not be sent', [through], { sent: 1, unsent: 1 }, 600],
    ['the rest could not be sent, and what was sent is not mined yet', [], { sent: 1, unsent: 1 }, 100],
  ])('%s', (_, receipts, counts, status) => {
    expect(statusOf(receipts, counts)).toBe(status)
  })
})
