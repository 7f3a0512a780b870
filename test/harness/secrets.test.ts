/** The scan that every run of journeys ends with: it must be able to find something. */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { logsOf, rememberSecret, secretsIn } from './secrets.js'

const folder = () => mkdtempSync(join(tmpdir(), 'latchkey-secrets-'))

test('[A-66] a secret in a log is found, and a longer number that has its digits is not one', () => {
  const data = folder()
  expect(secretsIn('anything', data)).toEqual([])
  rememberSecret(data, 'code', '123456')
  rememberSecret(data, 'link', 'abcDEF_-123')
  writeFileSync(join(data, 'gateway.log'), '{"path":"/device#abcDEF_-123"}\n')
  expect(secretsIn('{"time":1234567,"ms":0.123456}', data)).toEqual([])
  expect(secretsIn('{"otp":"123456"}', data)).toEqual(['code'])
  expect(secretsIn(logsOf(data), data)).toEqual(['link'])
})

test('[A-66] [I-22] what the world of this run has logged so far names no code, PIN or link that a journey used', () => {
  const data = inject('dataFolder')
  expect(secretsIn(logsOf(data), data)).toEqual([])
})
