import { expect, test } from 'vitest'
import { createRecordedLog } from '../testing/log.js'
import { redactQuery, redactUrl } from './log.js'

test('secrets in an event are taken out, at the top and one level below', () => {
  const { log, text, lines } = createRecordedLog()
  log.info(
    { authorization: 'Bearer s3cret', headers: { cookie: 's3cret', 'x-otp': 's3cret', accept: '*/*' } },
    'event',
  )
  log.info({ databaseUrl: 'postgres://u:s3cret@h/d', settings: { password: 's3cret' } }, 'event')
  expect(text()).not.toContain('s3cret')
  expect(lines()[0]).toMatchObject({ level: 'info', name: 'gateway', headers: { accept: '*/*' } })
})

test('credentials in a query are taken out of a logged target, and nothing else', () => {
  const target = '/relay?projectId=abc&auth=eyJhbGciOi&ua=x&token=t#code=1'
  expect(redactQuery(target)).toBe('/relay?projectId=abc&auth=[redacted]&ua=x&token=[redacted]#code=1')
})

test('a connection URL is printed without its password and its query', () => {
  expect(redactUrl('postgres://u:p@h:5/d?x=1')).toBe('postgres://u:redacted@h:5/d')
  expect(redactUrl('::')).toBe('[unreadable URL]')
})
