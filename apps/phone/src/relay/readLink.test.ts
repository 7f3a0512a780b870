import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { linkOfAddress, readLink } from './readLink.js'

const topic = 'a'.repeat(64)
const symKey = 'b'.repeat(64)
const now = 1_800_000_000_000
const link = (expiry = now / 1000 + 300) =>
  `wc:${topic}@2?expiryTimestamp=${expiry}&relay-protocol=irn&symKey=${symKey}`

describe('a link is understood', () => {
  const whole = { uri: link(), topic, expiresAt: now + 300_000 }
  test.each([
    ['as it is', link()],
    ['with space around it', `\n  ${link()} `],
    ['in the link of any wallet', `https://wallet.example/wc?uri=${encodeURIComponent(link())}`],
    ['in a wallet’s own scheme', `wallet://wc?uri=${encodeURIComponent(link())}&x=1`],
    ['with the slashes that some readers add', link().replace('wc:', 'wc://')],
  ])('%s', (_, text) => {
    expect(readLink(text, now)).toEqual(whole)
  })

  test('without an expiry', () => {
    const uri = `wc:${topic}@2?relay-protocol=irn&symKey=${symKey}`
    expect(readLink(uri, now)).toEqual({ uri, topic, expiresAt: undefined })
  })

  test('and fields that nobody knows do not reach the client', () => {
    expect(readLink(`${link()}&evil=1`, now)).toEqual(whole)
  })
})

describe('a link is refused, with its reason', () => {
  test.each([
    ['empty', ''],
    ['empty', '   '],
    ['malformed', 'hello'],
    ['malformed', `wc:${topic}@2`],
    ['malformed', link().replace(symKey, 'short')],
    ['malformed', link().replace('irn', 'waku')],
    ['malformed', `${link()}${'&a=b'.repeat(2000)}`],
    ['malformed', 'https://wallet.example/wc?uri=%E0%A4%A'],
    ['old', `wc:${topic}@1?bridge=https%3A%2F%2Fbridge.example&key=00`],
    ['expired', link(now / 1000)],
    ['expired', link(1)],
  ])('%s: %s', (problem, text) => {
    expect(readLink(text, now)).toEqual({ problem })
  })
})

test('whatever is pasted, there is an answer', () => {
  const beginnings = fc.constantFrom(
    '',
    'wc:',
    `wc:${topic}@2?`,
    'https://wallet.example/wc?uri=',
    'x://?uri=%',
  )
  fc.assert(
    fc.property(beginnings, fc.string(), (beginning, rest) => {
      expect(readLink(`${beginning}${rest}`, now)).toHaveProperty('problem')
    }),
  )
})

test('the page is opened with a link by its address', () => {
  expect(linkOfAddress(`http://localhost:3003/wc?uri=${encodeURIComponent(link())}`)).toBe(link())
  expect(linkOfAddress('http://localhost:3003/')).toBeUndefined()
})
