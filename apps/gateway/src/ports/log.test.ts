import { expect, test } from 'vitest'
import { createRecordedLog } from '../testing/log.js'
import { loggableTarget, redactUrl } from './log.js'

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

test('of a query only fields that are known to be harmless are logged', () => {
  const secret = 'auth=s3cret&access_token=s3cret&id_token=s3cret&session=s3cret&%74oken=s3cret&x[key]=s3cret'
  expect(loggableTarget(`/v1?${secret}&chainId=eip155:1&projectId=abc&s3cret#code=s3cret`)).toBe(
    '/v1?chainId=eip155:1&projectId=abc',
  )
  expect(loggableTarget(`/relay/?${secret}`)).toBe('/relay/')
  expect(loggableTarget('/healthz#projectId=s3cret')).toBe('/healthz')
  expect(loggableTarget(`/v1?projectId=${'a'.repeat(9000)}`)).toHaveLength('/v1?projectId='.length + 128)
})

test('a connection URL is printed without its password and its query', () => {
  expect(redactUrl('postgres://u:p@h:5/d?x=1')).toBe('postgres://u:redacted@h:5/d')
  expect(redactUrl('::')).toBe('[unreadable URL]')
})
