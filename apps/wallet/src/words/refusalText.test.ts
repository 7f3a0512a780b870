import { type WalletErrorCode, walletErrors } from '@latchkey/spec/walletApi'
import { expect, it } from 'vitest'
import { refusalText } from './refusalText.js'

const codes = Object.keys(walletErrors) as WalletErrorCode[]

it.each(codes)('says of %s in English what the table of the API says', (code) => {
  const { text } = walletErrors[code]
  expect(refusalText({ code, retryAfter: 30, left: 2 })).toBe(
    text.replace('{n}', '30').replace('{left}', '2'),
  )
  expect(refusalText({ code })).toBe(text.replace('{n}', 'a few').replace('{left}', '0'))
})
