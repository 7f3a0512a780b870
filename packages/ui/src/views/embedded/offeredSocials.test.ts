/** The services of a page where it runs. */
import { detectPlatform } from '@latchkey/core/screen'
import { socialProviders } from '@latchkey/spec/options'
import { expect, test } from 'vitest'
import { offeredSocials } from './offeredSocials.js'

const at = (userAgent: string, globals: readonly string[] = []) =>
  offeredSocials({ socials: socialProviders }, detectPlatform({ userAgent, globals }))

const telegram = ['TelegramWebviewProxy']
const missing = (offered: readonly string[]) => socialProviders.filter((each) => !offered.includes(each))

test('[S2-13] Telegram hides google on iOS, x on macOS, facebook and x on Android, and nothing elsewhere', () => {
  expect(missing(at('Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X)', telegram))).toEqual(['google'])
  expect(missing(at('Mozilla/5.0 (Macintosh; Intel Mac OS X 15_0)', telegram))).toEqual(['x'])
  expect(missing(at('Mozilla/5.0 (Linux; Android 16)', telegram))).toEqual(['facebook', 'x'])
  expect(missing(at('Mozilla/5.0 (Windows NT 10.0)', telegram))).toEqual([])
  expect(missing(at('Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) Safari/605.1'))).toEqual([])
})

test('an app that switches them off offers none', () => {
  expect(offeredSocials({ socials: false }, detectPlatform({ userAgent: '' }))).toEqual([])
})
