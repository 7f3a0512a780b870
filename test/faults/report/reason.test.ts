/** What counts as a reason: a sentence that says what is wrong. A button, a title or a form that waits is none. */
import { errorText } from '@latchkey/spec/errors'
import { expect, test } from 'vitest'
import { reasonIn } from './reason.js'

const around = (line: string) => [
  'Choose a name',
  'Your name',
  line,
  'Try again',
  'Will belong to',
  'Register',
]

test.for([
  errorText('names.resolve-failed'),
  errorText('names.suggestions-failed'),
  errorText('names.reverse-failed'),
  errorText('names.register-failed', { name: 'alice.latch.id' }),
  errorText('http.unreachable', { url: 'https://gateway.test' }),
  errorText('http.timeout', { url: 'https://gateway.test', n: 10_000 }),
  errorText('http.answer-malformed', { url: 'https://gateway.test' }),
  errorText('http.status', { n: 429 }),
  errorText('request.failed'),
])('[D-10] “%s” says what is wrong', (line) => {
  expect(reasonIn(around(line))).toBe(line)
})

test.for([
  '',
  'Checking…',
  'alice.latch.id is free',
  'Try again in 4 s',
  'Token Balance Unavailable',
  'You are not signed in',
  'No window to be seen, or an error in it? Open it again',
  'You did not come from this page? Then close this window: nothing happens.',
])('“%s” says nothing of it', (line) => {
  expect(reasonIn(around(line))).toBeUndefined()
})
