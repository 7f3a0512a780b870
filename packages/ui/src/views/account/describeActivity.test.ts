/** What is said about a transaction. */
import type { ActivityItem } from '@latchkey/core/screen'
import { createNumbers } from '@latchkey/spec/words'
import { expect, test } from 'vitest'
import { describeActivity } from './describeActivity.js'
import { groupActivity } from './groupActivity.js'

const numbers = createNumbers('en')
const of = (symbol: string, direction: 'in' | 'out' | 'self', numeric: string) => ({
  direction,
  quantity: { numeric },
  fungible_info: { name: symbol, symbol, iconUrl: '' },
  nft_info: null,
})
const art = (name: string, numeric = '1', isSpam = false) => ({
  direction: 'out' as const,
  quantity: { numeric },
  fungible_info: null,
  nft_info: { name, flags: { is_spam: isSpam } },
})
const item = (operationType: string, transfers: ActivityItem['transfers']): ActivityItem => ({
  id: 'a',
  metadata: {
    hash: '0xa',
    chain: 'eip155:1',
    operationType,
    status: 'confirmed',
    minedAt: '2026-11-15T12:00:00Z',
    sentFrom: '0xfrom',
    sentTo: '0xto',
  },
  transfers,
})
const movedIn = (...input: Parameters<typeof item>) =>
  describeActivity(item(...input), numbers).moved.map(({ sign, text }) => `${sign}${text}`)

test('a swap shows what came and what went, and nobody else', () => {
  const transfers = [of('ETH', 'out', '1'), of('USDC', 'in', '2985.2429'), of('ETH', 'in', '0.0001')]
  expect(movedIn('trade', transfers)).toEqual(['+2,985.242 USDC', '−1.000 ETH'])
  expect(describeActivity(item('trade', transfers), numbers)).toMatchObject({
    title: 'operation.trade',
    other: undefined,
  })
})

test('the same token twice is one sum, as with tokens that take a fee', () => {
  expect(movedIn('send', [of('TOLL', 'out', '49.5'), of('TOLL', 'out', '0.5')])).toEqual(['−50.000 TOLL'])
})

test('an approval names its token, a bare call nothing', () => {
  expect(movedIn('approve', [of('USDC', 'self', '0')])).toEqual(['USDC'])
  expect(movedIn('execute', [of('ETH', 'self', '0')])).toEqual([])
})

test('what failed moved nothing', () => {
  const failed = item('send', [of('ETH', 'out', '1')])
  expect(
    describeActivity({ ...failed, metadata: { ...failed.metadata, status: 'failed' } }, numbers).moved,
  ).toEqual([])
})

test('collectibles go by their name, several with their number, spam not at all', () => {
  expect(movedIn('send', [art('Key #1'), art('Badge', '4')])).toEqual(['Key #1', '4.000 × Badge'])
  expect(movedIn('send', [art('Claim now', '1', true), of('ETH', 'out', '1')])).toEqual(['−1.000 ETH'])
})

test('who sends to themselves sends to nobody else', () => {
  expect(describeActivity(item('send', [of('ETH', 'self', '1')]), numbers)).toMatchObject({
    title: 'operation.self',
    other: undefined,
    moved: [{ sign: '', text: '1.000 ETH' }],
  })
})

test('the other side is who it was sent to, or who it came from', () => {
  expect(describeActivity(item('send', [of('ETH', 'out', '1')]), numbers).other?.address).toBe('0xto')
  expect(describeActivity(item('receive', [of('ETH', 'in', '1')]), numbers).other?.address).toBe('0xfrom')
})

test('an operation that nobody knows is a transaction', () => {
  expect(describeActivity(item('teleport', []), numbers).title).toBe('operation.other')
  expect(describeActivity(item('toString', []), numbers).title).toBe('operation.other')
})

test('[S3-12] months stand newest first, with the year where it is another one, and stop where enough is shown', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((id) => ({ ...item('send', []), id }))
  if (!a || !b || !c) throw new Error('there are three')
  const byYear = { 2024: { 10: [a] }, 2026: { 1: [b], 10: [c] } }
  const now = Date.parse('2026-11-16T12:00:00Z')
  expect(groupActivity(byYear, { now, numbers }).map(({ title }) => title)).toEqual([
    'November',
    'February',
    'November 2024',
  ])
  expect(groupActivity(byYear, { now, numbers, most: 2 }).map(({ items }) => items.length)).toEqual([1, 1])
})
