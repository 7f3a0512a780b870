import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeHouse } from './testing.mjs'
import { countVitest } from './vitest-count.mjs'

/**
 * @param {readonly object[]} testResults
 * @param {number} code
 */
const count = (testResults, code) =>
  countVitest(join(makeHouse({ 'r.json': { testResults } }), 'r.json'), code)

/** @param {readonly string[]} statuses */
const file = (...statuses) => ({
  name: 'a.test.ts',
  status: statuses.includes('failed') ? 'failed' : 'passed',
  assertionResults: statuses.map((status) => ({ status, fullName: `it is ${status}` })),
})

test('single tests are counted', () => {
  expect(count([file('passed', 'passed'), file('failed', 'passed', 'pending')], 1)).toEqual({
    passed: 3,
    failed: 1,
    skipped: 1,
    reasons: [],
    tests: ['a.test.ts > it is failed'],
  })
})

test('a file that fails outside its tests counts as a failure', () => {
  const broken = { name: 'b.test.ts', status: 'failed', assertionResults: [] }
  expect(count([file('passed'), broken], 1)).toMatchObject({
    passed: 1,
    failed: 1,
    reasons: ['b.test.ts failed outside its tests'],
  })
})

test('a run that collected nothing is a failure, even when it ended well', () => {
  expect(count([], 0)).toMatchObject({ passed: 0, failed: 1, reasons: ['no test was collected'] })
  expect(count([{ name: 'a.test.ts', status: 'passed', assertionResults: [] }], 0)).toMatchObject({
    failed: 1,
  })
})

test('a run that ended badly although every test passed is a failure', () => {
  expect(count([file('passed')], 1)).toMatchObject({
    passed: 1,
    failed: 1,
    reasons: [expect.stringContaining('exit code 1')],
  })
})

test('a run without a report is a failure', () => {
  expect(countVitest(join(makeHouse({}), 'r.json'), 0)).toMatchObject({ passed: 0, failed: 1 })
  expect(countVitest(join(makeHouse({ 'r.json': '{"testRes' }), 'r.json'), 0)).toMatchObject({ failed: 1 })
})
