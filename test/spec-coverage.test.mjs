import { describe, expect, test } from 'vitest'
import { coverageOf, floorOf, idsIn, rulesOf, titlesOf } from './spec-coverage.mjs'

const spec = `# Rules

- \`S2-08\` ApproveTransaction refuses to close (see S2-09).
- \`S2-09\` The sign view stays.
- \`D-04\` More views.

## Rules without a test

- D-04 is prose. It mentions S2-08.
`

/** @param {string[]} titles */
const files = (...titles) => [{ file: 'a.test.ts', titles }]

describe('rules', () => {
  test('are the lines that begin with an id, not the ids they mention', () => {
    const rules = rulesOf(spec)
    expect([...rules.defined.keys()]).toEqual(['S2-08', 'S2-09', 'D-04'])
    expect([...rules.exempt]).toEqual(['D-04'])
    expect(rules.breaches).toEqual([])
  })

  test('that are defined twice, or exempt without being defined, are breaches', () => {
    expect(rulesOf('- `S1-01` a\n- `S1-01` b\n').breaches).toEqual(['SPEC.md defines S1-01 twice'])
    expect(rulesOf('- `S1-01` a\n## Rules without a test\n- S9-99 x\n').breaches).toEqual([
      'SPEC.md exempts S9-99, which it does not define',
    ])
    expect(rulesOf('nothing').breaches).toEqual(['SPEC.md defines no rule'])
  })
})

describe('titles', () => {
  test('are those of test and it, with their tables, modifiers and templates', () => {
    const source = `
      test('[S1-01] plain', () => {})
      it.concurrent("[S1-02] double", async () => {})
      test.each([1, 2])('[S1-03] table %s', () => {})
      test.for\`a\`('[S1-04] tagged', () => {})
      describe('[S9-01] a suite is no test', () => { test(\`[S1-05] \${x} template\`, () => {}) })
      test.skipIf(slow)('[S1-06] sometimes', { timeout: 1 }, () => {})
    `
    expect(titlesOf('a.test.ts', source).flatMap(idsIn)).toEqual([
      'S1-01',
      'S1-02',
      'S1-03',
      'S1-04',
      'S1-05',
      'S1-06',
    ])
  })

  test('of tests that do not run or are meant to fail do not count', () => {
    const source = `
      test.skip('[S1-01] skipped', () => {})
      it.todo('[S1-02] to do')
      test.fails('[S1-03] fails', () => {})
      test('[S1-04] has no body')
      describe.skip('idle', () => { describe('inner', () => { test('[S1-05] idle with it', () => {}) }) })
      test('[S1-06] runs', () => {})
    `
    expect(titlesOf('a.test.ts', source).flatMap(idsIn)).toEqual(['S1-06'])
  })

  test('are not found in comments, strings, data or the calls of others', () => {
    const source = `
      // test('[S1-01] in a comment', () => {})
      const text = "test('[S1-02] in a string', () => {})"
      const rule = { test: '[S1-03]' }
      pattern.test('[S1-04]', 'x')
      limits.map((entry) => \`[S1-05]\`)
    `
    expect(titlesOf('a.test.tsx', source)).toEqual([])
  })

  test('may name several rules, side by side or in one list; other brackets are prose', () => {
    expect(idsIn('[S5-02][S9-01] both')).toEqual(['S5-02', 'S9-01'])
    expect(idsIn('[S5-02, D-14] both')).toEqual(['S5-02', 'D-14'])
    expect(idsIn('an empty [] and a [word]')).toEqual([])
    expect(idsIn('[A-44] [F-Q] [I-2] threats have a list of their own')).toEqual([])
  })

  test('of a file that cannot be parsed stop the gate', () => {
    expect(() => titlesOf('a.test.ts', 'test(')).toThrow('a.test.ts cannot be parsed')
  })
})

describe('coverage', () => {
  test('counts rules once, leaves exempt rules out and lists what is missing', () => {
    const { tested, missing, breaches } = coverageOf(rulesOf(spec), files('[S2-08] a', '[S2-08] again'), 1)
    expect({ tested, missing, breaches }).toEqual({ tested: ['S2-08'], missing: ['S2-09'], breaches: [] })
  })

  test('below the floor is a breach', () => {
    expect(coverageOf(rulesOf(spec), files('[S2-08] a'), 2).breaches).toEqual([
      '1 rules have a test; the floor is 2',
    ])
  })

  test('of an unknown or an exempt rule is a breach', () => {
    expect(coverageOf(rulesOf(spec), files('[S2-99] a'), 0).breaches).toEqual([
      'a.test.ts names S2-99, which SPEC.md does not define',
    ])
    expect(coverageOf(rulesOf(spec), files('[D-04] a'), 0).breaches).toEqual([
      'a.test.ts names D-04, which SPEC.md lists as a rule without a test',
    ])
  })

  test('needs a floor that is a whole number', () => {
    expect(floorOf({ floor: 7 })).toBe(7)
    for (const bad of [{}, { floor: '7' }, { floor: 1.5 }, { floor: -1 }, null]) {
      expect(() => floorOf(bad)).toThrow('spec-coverage.json needs a floor')
    }
  })
})
