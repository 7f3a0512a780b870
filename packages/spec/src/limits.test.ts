import { expect, test } from 'vitest'
import specification from '../../../SPEC.md?raw'
import { days, hours, limits, minutes, seconds } from './limits.js'

const source = Object.values(
  import.meta.glob(['./limits.ts', './*Limits.ts'], {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
).join('')

test('units are milliseconds', () => {
  expect([seconds(30), minutes(4), hours(1), days(1)]).toEqual([30_000, 240_000, 3_600_000, 86_400_000])
})

test('every limit stands on one line with a rule that SPEC.md defines', () => {
  for (const name of Object.keys(limits)) {
    const [, comment = ''] = new RegExp(`^ {2}${name}: .*// (.+)$`, 'm').exec(source) ?? []
    const [first, ...others] = comment.match(/\b[SD]\d*-\d+\b/g) ?? []
    expect(first, `${name} names no rule`).toBeDefined()
    for (const id of [first, ...others]) expect(specification, name).toContain(`\n- \`${id}\` `)
  }
})
