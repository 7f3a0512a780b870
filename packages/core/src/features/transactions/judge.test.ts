/** What answers mean, one by one. */
import { asAddress } from '@latchkey/spec/caip'
import { hours, limits, minutes, seconds } from '@latchkey/spec/limits'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { TransactionSighting } from '../../adapter.js'
import type { FollowedTransaction } from './followed.js'
import { judge, judgeBundle, judgeUnknownBundle } from './judge.js'
import { newTransaction } from './newTransaction.js'

const start = 1_700_000_000_000
const sent: FollowedTransaction = {
  ...newTransaction(
    {
      networkId: 'eip155:1',
      hash: '0xaa',
      address: asAddress('0x00000000000000000000000000000000000000A1'),
      title: 'Send 5 USDC',
    },
    start,
  ),
  trace: 'seen',
}

/** Judges answers one after the other, each so long after the one before. */
function after(
  answers: readonly TransactionSighting[],
  pace = seconds(5),
  first = sent,
): FollowedTransaction {
  return answers.reduce((entry, answer, i) => judge(entry, answer, start + pace * (i + 1)), first)
}

const block = (height: number, depth = 1, isSuccess = true): TransactionSighting => ({
  place: 'block',
  height,
  depth,
  isSuccess,
})
const waiting = (height: number): TransactionSighting => ({ place: 'waiting', height })
const unknown = (height: number): TransactionSighting => ({ place: 'unknown', height })
const taken = (height: number): TransactionSighting => ({ place: 'taken', height })

describe('[S9-12] what a chain says', () => {
  test('a receipt confirms, and its status decides between confirmed and failed', () => {
    expect(after([waiting(1), block(2)])).toMatchObject({
      status: 'confirmed',
      confirmations: 1,
      isFollowed: true,
      settledAt: start + seconds(10),
    })
    expect(after([block(2, 1, false)])).toMatchObject({ status: 'failed', error: 'reverted' })
  })

  test('a confirmed one is asked about until it is deep enough, and keeps the time of its confirmation', () => {
    const answers = Array.from({ length: limits.transactionDepth }, (_, i) => block(2 + i, 1 + i))
    expect(after(answers.slice(0, -1)).isFollowed).toBe(true)
    const deep = after(answers)
    expect(deep).toMatchObject({ isFollowed: false, settledAt: start + seconds(5) })
  })

  test('a block that is taken back reopens it, after two answers that agree', () => {
    expect(after([block(5), waiting(6)]).status).toBe('confirmed')
    const reopened = after([block(5), waiting(6), unknown(6)])
    expect(reopened).toMatchObject({ status: 'pending', confirmations: 0, isFollowed: true })
    expect(reopened).not.toHaveProperty('settledAt')
    expect(after([block(5), waiting(6), block(7, 2), waiting(7)]).status).toBe('confirmed')
  })

  test('a node that lags behind changes nothing', () => {
    expect(after([block(9), unknown(8), unknown(8), unknown(8)]).status).toBe('confirmed')
  })

  test('a replacement is named, and told apart', () => {
    const by = { hash: '0xbb', how: 'cancelled', depth: 1, isSuccess: true } as const
    const replaced = after([waiting(1), { place: 'taken', height: 2, by }])
    expect(replaced).toMatchObject({ status: 'replaced', replacedBy: '0xbb', replacement: 'cancelled' })
    const back = after([waiting(1), { place: 'taken', height: 2, by }, waiting(3), waiting(3)])
    expect(back.status).toBe('pending')
    expect(back).not.toHaveProperty('replacedBy')
  })

  test('a faster twin that had no effect is a failure, a cancellation that had none is still one', () => {
    const by = { hash: '0xbb', depth: 1, isSuccess: false } as const
    const twin = after([waiting(1), { place: 'taken', height: 2, by: { ...by, how: 'sped-up' } }])
    expect(twin).toMatchObject({ status: 'failed', error: 'reverted', replacedBy: '0xbb' })
    const cancelled = after([waiting(1), { place: 'taken', height: 2, by: { ...by, how: 'cancelled' } }])
    expect(cancelled).toMatchObject({ status: 'replaced', replacement: 'cancelled' })
  })
})

describe('[D-10] a timer never turns into a fact', () => {
  test('waiting for days is still pending', () => {
    expect(after([waiting(1), waiting(5000)], hours(100)).status).toBe('pending')
  })

  test('unknown for days on a chain that does not move is still pending', () => {
    expect(
      after(
        Array.from({ length: 50 }, () => unknown(7)),
        hours(5),
      ).status,
    ).toBe('pending')
  })

  test('unknown for many blocks in a moment is still pending', () => {
    expect(after([unknown(1), unknown(50), unknown(500)], 1).status).toBe('pending')
  })

  test('unknown in three answers, over many blocks and minutes, is dropped', () => {
    const { blocks, time } = limits.transactionMissing
    expect(after([unknown(1), unknown(blocks), unknown(blocks + 1)], time / 2)).toMatchObject({
      status: 'dropped',
      error: 'unknown',
    })
    expect(after([unknown(1), unknown(blocks), waiting(blocks), unknown(blocks + 1)], time).status).toBe(
      'pending',
    )
  })

  test('one that no node ever saw has a day: it may wait for other signers, or in a pool that shows nothing', () => {
    const { trace: _, ...unseen } = sent
    const { blocks, time } = limits.transactionMissing
    const answers = [unknown(1), unknown(blocks), unknown(blocks + 1)]
    expect(after(answers, time, unseen).status).toBe('pending')
    expect(after(answers, hours(12), unseen).status).toBe('dropped')
  })

  test('what was dropped may come back, for a day', () => {
    const { blocks, time } = limits.transactionMissing
    const dropped = after([unknown(1), unknown(blocks), unknown(blocks + 1)], time)
    expect(dropped.isFollowed).toBe(true)
    expect(judge(dropped, block(90), start + hours(1))).toMatchObject({ status: 'confirmed' })
    expect(judge(dropped, block(90), start + hours(1))).not.toHaveProperty('error')
    expect(judge(dropped, unknown(90), start + hours(48)).isFollowed).toBe(false)
  })

  test('a used nonce without a trace of who used it is dropped, once the chain has moved and said so three times', () => {
    expect(after([taken(5), taken(5), taken(5), taken(5)]).status).toBe('pending')
    expect(after([unknown(4), unknown(5), taken(6)]).status).toBe('pending')
    expect(after([taken(5), taken(5), taken(6)])).toMatchObject({ status: 'dropped', error: 'taken' })
  })
})

describe('[S5-12] what a wallet says of a bundle', () => {
  const bundle = { ...sent, connectorId: 'fake' }
  const status = { id: '0xaa', isAtomic: true, receipts: [] }
  const hash = `0x${'cd'.repeat(32)}`

  test('its status, and the hash of its last receipt', () => {
    const receipts = [{ transactionHash: `0x${'ab'.repeat(32)}` }, { transactionHash: hash }]
    expect(judgeBundle(bundle, { ...status, status: 'success', code: 200, receipts }, start)).toMatchObject({
      status: 'confirmed',
      isFollowed: false,
      bundleHash: hash,
    })
    expect(judgeBundle(bundle, { ...status, status: 'pending', code: 100 }, start).status).toBe('pending')
    const odd = [{ transactionHash: '<script>' }]
    const answer = { ...status, status: 'success', code: 200, receipts: odd } as const
    expect(judgeBundle(bundle, answer, start)).not.toHaveProperty('bundleHash')
  })

  test.each([
    [400, 'refused'],
    [500, 'reverted'],
    [600, 'partial'],
  ])('code %s is %s', (code, error) => {
    expect(judgeBundle(bundle, { ...status, status: 'failure', code }, start)).toMatchObject({
      status: 'failed',
      error,
    })
  })

  test('a wallet that never heard of it is believed after a while', () => {
    const at = (n: number) => start + minutes(4) * n
    const twice = judgeUnknownBundle(judgeUnknownBundle(bundle, at(1)), at(2))
    expect(twice.status).toBe('pending')
    const often = [3, 4, 5].reduce((entry, n) => judgeUnknownBundle(entry, at(n)), twice)
    expect(often).toMatchObject({ status: 'dropped', isFollowed: false })
  })
})

test('[S9-12] [D-10] over any answers: nothing is said that the last of them do not bear out', () => {
  const by = fc.record({
    hash: fc.constant('0xbb'),
    how: fc.constantFrom('sped-up' as const, 'cancelled' as const, 'other' as const),
    depth: fc.integer({ min: 1, max: 8 }),
    isSuccess: fc.boolean(),
  })
  const place = fc.oneof(
    { weight: 3, arbitrary: fc.constant({ place: 'waiting' as const }) },
    { weight: 4, arbitrary: fc.constant({ place: 'unknown' as const }) },
    { weight: 2, arbitrary: fc.constant({ place: 'taken' as const }) },
    { weight: 1, arbitrary: fc.record({ place: fc.constant('taken' as const), by }) },
    {
      weight: 3,
      arbitrary: fc.record({
        place: fc.constant('block' as const),
        depth: fc.integer({ min: 1, max: 8 }),
        isSuccess: fc.boolean(),
      }),
    },
  )
  // Nodes may lag by a few blocks, and pages may sleep for hours.
  const answer = fc.record({
    place,
    climb: fc.integer({ min: -3, max: 40 }),
    wait: fc.constantFrom(1, seconds(5), minutes(4), hours(3)),
  })
  fc.assert(
    fc.property(fc.array(answer, { minLength: 1, maxLength: 30 }), (answers) => {
      let entry: FollowedTransaction = sent
      let [height, now] = [100, start]
      /** Answers that counted, newest first: those of a node that lags do not. */
      let heard: readonly TransactionSighting[] = []
      for (const { place: said, climb, wait } of answers) {
        height = Math.max(1, height + climb)
        now += wait
        const sighting: TransactionSighting = { ...said, height }
        const isLate = height < entry.height
        const before = entry
        entry = judge(entry, sighting, now)
        if (isLate) {
          expect({ ...entry, seenAt: 0 }).toEqual({ ...before, seenAt: 0 })
          continue
        }
        heard = [sighting, ...heard]
        const lately = heard.slice(0, 2)
        const { status } = entry
        const settledBy = (each: TransactionSighting) =>
          each.place === 'block'
            ? (each.isSuccess ? 'confirmed' : 'failed') === status
            : each.place === 'taken' &&
              each.by !== undefined &&
              (each.by.how === 'sped-up' && !each.by.isSuccess ? 'failed' : 'replaced') === status
        // One answer that disagrees is a doubt, two are a change.
        if (status === 'confirmed' || status === 'failed' || status === 'replaced') {
          expect(lately.some(settledBy)).toBe(true)
        }
        if (status === 'dropped' && before.status !== 'dropped') {
          const { answers: enough } = limits.transactionMissing
          const missing = heard.slice(0, enough)
          expect(missing).toHaveLength(enough)
          expect(new Set(missing.map((each) => each.place)).size).toBe(1)
          expect(['unknown', 'taken']).toContain(sighting.place)
          expect(height).toBeGreaterThan(before.doubt?.height ?? height)
          if (sighting.place === 'unknown') {
            const { blocks, time } = limits.transactionMissing
            expect(height - (before.doubt?.height ?? height)).toBeGreaterThanOrEqual(blocks)
            expect(now - (before.doubt?.since ?? now)).toBeGreaterThanOrEqual(time)
          }
        }
        expect(entry.settledAt === undefined).toBe(status === 'pending')
        if (status === 'pending') expect(entry).toMatchObject({ isFollowed: true, confirmations: 0 })
      }
    }),
    { numRuns: 2000, seed: 20_261_116 },
  )
}, 60_000)
