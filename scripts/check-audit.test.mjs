import { expect, test } from 'vitest'
import { auditBreaches, explainedIn, findingsOf } from './check-audit.mjs'

const advisory = {
  source: 1099,
  name: 'left-pad',
  title: 'Pads on the right',
  url: 'https://github.com/advisories/GHSA-abcd-1234-efgh',
  severity: 'high',
}
const answer = JSON.stringify({
  vulnerabilities: { 'left-pad': { via: [advisory] }, above: { via: ['left-pad'] } },
})
const page = '| advisory | package | why |\n|---|---|---|\n| GHSA-abcd-1234-efgh | left-pad | not called |\n'

test('a finding that nobody explained is a breach, once, however many packages it comes by', () => {
  const findings = findingsOf(`npm warn something\n${answer}`) ?? []
  expect(findings).toHaveLength(1)
  expect(auditBreaches(findings, [])).toEqual([
    'left-pad: Pads on the right (high, GHSA-abcd-1234-efgh) is not explained',
  ])
  expect(auditBreaches(findings, explainedIn(page))).toEqual([])
})

test('an explanation of something that is gone is a breach', () => {
  expect(auditBreaches([], explainedIn(page))).toEqual([
    'docs/supply-chain.md explains GHSA-abcd-1234-efgh, which is not found any more',
  ])
})

test('a registry that gives no advisories is not taken for a clean one', () => {
  expect(findingsOf('{"message":"405 Method Not Allowed","statusCode":405}')).toBeUndefined()
  expect(findingsOf('npm error network')).toBeUndefined()
  expect(findingsOf('{"vulnerabilities":{}}')).toEqual([])
})
