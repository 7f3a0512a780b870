/** Sentences that arrive in English are said in the language of the modal, and nobody else's words are touched. */
import { alerts, alertText, errors, errorText, LatchkeyError, notices } from '@latchkey/spec/errors'
import { limits } from '@latchkey/spec/limits'
import { walletErrors } from '@latchkey/spec/walletApi'
import { createFill, createNumbers } from '@latchkey/spec/words'
import { expect, test } from 'vitest'
import { errorCopy } from './errorCopy.js'
import { createRetell } from './retell.js'

const german = {
  'error.request.failed': 'Etwas ist schiefgegangen',
  'error.signin.failed': 'Die Anmeldung hat nicht geklappt: {reason}',
  'error.http.unreachable': 'Keine Antwort von {url}',
  'error.email.cooldown':
    '{n, plural, one {Versuche es nach # Sekunde} other {Versuche es nach # Sekunden}} wieder',
  'error.network.mismatch': '{wallet} ist in {actual}, gefragt ist {expected}',
  'alert.network-not-found.text': 'Das Netzwerk {network} ist nicht eingerichtet.',
  'notice.titled-confirmed': '{title}: bestätigt',
  'transaction.swap': '{what} in {symbol} tauschen',
  'transaction.approve': '{what} freigeben',
  'transaction.send': '{what} senden',
  'error.send.not-enough': 'Nicht genug {symbol}',
}
const retell = createRetell(errorCopy, german, { fill: createFill('de'), numbers: createNumbers('de') })

test('a sentence of ours is found by its English words', () => {
  expect(retell(errorText('request.failed'))).toBe('Etwas ist schiefgegangen')
  const { text } = alertText('network-not-found', { network: 'Base' })
  expect(retell(text)).toBe('Das Netzwerk Base ist nicht eingerichtet.')
})

test('what fills its slots goes along, in the order of the other language', () => {
  const { message } = new LatchkeyError('network.mismatch', {
    expected: 'Base',
    wallet: 'Frame (beta)',
    actual: 'Ethereum',
  })
  expect(retell(message)).toBe('Frame (beta) ist in Ethereum, gefragt ist Base')
})

test('counts are counted as the language counts', () => {
  expect(retell('Please try again after 1 seconds')).toBe('Versuche es nach 1 Sekunde wieder')
  expect(retell('Please try again after 12 seconds')).toBe('Versuche es nach 12 Sekunden wieder')
})

test('a reason or a title inside is said again as well', () => {
  expect(retell('Signing in did not work: No answer from https://shop.example')).toBe(
    'Die Anmeldung hat nicht geklappt: Keine Antwort von https://shop.example',
  )
  expect(retell('Swap 1.5 ETH for USDC: confirmed')).toBe('1,5 ETH in USDC tauschen: bestätigt')
  expect(retell('Approve 1,000.25 LP(it)')).toBe('1.000,25 LP(it) freigeben')
  const longest = 'x'.repeat(limits.transactionTitle)
  expect(retell(`${longest}: confirmed`)).toBe(`${longest}: bestätigt`)
})

test('a value is never taken for a text with slots', () => {
  expect(retell('No answer from {wallet}')).toBe('Keine Antwort von {wallet}')
})

test('the words of wallets and services stay as they are, and so does what has no translation', () => {
  for (const said of ['User closed the window', '', 'Something went wrong somewhere', 'Failed to disconnect'])
    expect(retell(said)).toBe(said)
  expect(retell('Approve 0.5 USDC')).toBe('0,5 USDC freigeben')
  for (const said of [
    'Approve the transaction on your device',
    'Send failed, try again',
    'Not enough funds to pay for gas',
    'No answer from the device',
    'Error: the node answered: confirmed',
    'The wallet is locked. Request: confirmed',
    ': confirmed',
    `${'x'.repeat(limits.transactionTitle + 1)}: confirmed`,
  ])
    expect(retell(said)).toBe(said)
})

test('a text without end is not looked through', () => {
  const endless = `Signing in did not work: ${'No answer from '.repeat(10_000)}`
  expect(retell(endless)).toBe(endless)
})

test('[S8-29] every sentence is the one of the specification, to the letter', () => {
  const codes = Object.fromEntries(Object.entries(errors).map(([code, { text }]) => [`error.${code}`, text]))
  const refusals = Object.fromEntries(
    Object.entries(walletErrors).map(([code, { text }]) => [`refusal.${code}`, text]),
  )
  const known: Readonly<Record<string, string>> = {
    ...codes,
    ...refusals,
    ...Object.fromEntries(
      Object.entries(alerts).flatMap(([id, { title, text }]) => [
        [`alert.${id}`, title],
        [`alert.${id}.text`, text],
      ]),
    ),
    'notice.signin.authenticating': notices['signin.authenticating'].text,
  }
  const told = Object.entries(errorCopy).filter(([key]) =>
    /^(error|alert|refusal|notice\.signin)\./.test(key),
  )
  expect(told.length).toBeGreaterThan(80)
  for (const [key, text] of told) expect([key, text]).toEqual([key, known[key]])
})

test('no sentence is there twice, so that one translation is meant', () => {
  const texts = Object.values(errorCopy)
  expect(texts.filter((text, at) => texts.indexOf(text) !== at)).toEqual([])
})

/** What can stand in slots that take not everything. */
const filled: Readonly<Record<string, string>> = {
  what: '4.5 LP(it)',
  symbol: 'LP(it)',
  url: 'https://a.example/?b=c',
  n: '12',
  left: '3',
  title: 'Some thing, 4.5 (of it)',
}

test('every sentence finds itself, whatever fills it', () => {
  const keys = Object.fromEntries(Object.keys(errorCopy).map((key) => [key, key]))
  const find = createRetell(errorCopy, keys, { fill: createFill('en'), numbers: createNumbers('en') })
  for (const [key, text] of Object.entries(errorCopy))
    expect(
      find(text.replaceAll(/\{(\w+)\}/g, (_, slot: string) => filled[slot] ?? 'Some: thing, 4.5 (of it)')),
    ).toBe(key)
})
