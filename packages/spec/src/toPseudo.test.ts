import { expect, test } from 'vitest'
import { toPseudo } from './toPseudo.js'
import { createFill } from './words.js'

const words = toPseudo({
  'x.plain': 'Approve',
  'x.slot': 'Go on at {host}.',
  'x.days': 'used {days, plural, =0 {today} one {yesterday} other {# days ago}}',
})
const fill = createFill('en')

test('bears accents, is a third longer and stands in brackets', () => {
  expect(words['x.plain']).toBe('[Åþþŕöṽé···]')
})

test('slots and forms of plurals stay what they were', () => {
  expect(fill(words['x.slot'], { host: 'a.example' })).toBe('[Ĝö öñ åţ a.example.····]')
  expect([0, 1, 5].map((days) => fill(words['x.days'], { days }).replace(/·+/, ''))).toEqual([
    '[ûšéð ţöðåý]',
    '[ûšéð ýéšţéŕðåý]',
    '[ûšéð 5 ðåýš åĝö]',
  ])
})
