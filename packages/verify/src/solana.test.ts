import { ed25519 } from '@noble/curves/ed25519.js'
import { base58, base64, hex } from '@scure/base'
import { expect, test } from 'vitest'
import { isSignedBySolana } from './solana.js'

const secret = new Uint8Array(32).fill(7)
const address = base58.encode(ed25519.getPublicKey(secret))
const sign = (bytes: Uint8Array) => ed25519.sign(bytes, secret)
const bytesOf = (text: string) => new TextEncoder().encode(text)

test('a text that the account signed, however the signature is written', () => {
  const signature = sign(bytesOf('hello'))
  for (const written of [base58.encode(signature), base64.encode(signature)])
    expect(isSignedBySolana({ message: 'hello', signature: written, address })).toBe(true)
})

/** `0xff`, then "solana offchain", as the specification writes it. */
const mark = 'ff736f6c616e61206f6666636861696e'
const nobody = '00'.repeat(32)
/** The public key of this secret, from the outside. */
const keyHex = 'ea4a6c63e29c520abef5507b132ec5f9954776aebebe7b92421eea691446d22c'

/** Every byte of the envelopes, written by hand: version, application, format, signers, length, text. */
const envelopes: Readonly<Record<string, readonly [string, ...string[]]>> = {
  'plain text, as hardware wallets first had it': ['hello', '00', '00', '0500', '68656c6c6f'],
  'any text, as hardware wallets first had it': ['ü', '00', '01', '0200', 'c3bc'],
  'plain text, as it is specified': ['hello', '00', nobody, '00', '01', keyHex, '0500', '68656c6c6f'],
  'any text, as it is specified': ['ü', '00', nobody, '01', '01', keyHex, '0200', 'c3bc'],
  'a long text, as it is specified': [
    'x'.repeat(1213),
    ...['00', nobody, '02', '01', keyHex, 'bd04', '78'.repeat(1213)],
  ],
}

test.each(Object.entries(envelopes))('the off-chain envelope: %s', (_, [message, ...parts]) => {
  const signature = base58.encode(sign(hex.decode(mark + parts.join(''))))
  expect(isSignedBySolana({ message, signature, address })).toBe(true)
  expect(isSignedBySolana({ message: `${message}!`, signature, address })).toBe(false)
})

test('an envelope that names another signer, or an application, is not taken', () => {
  const stranger = '11'.repeat(32)
  for (const bytes of [
    `${mark}00${nobody}0001${stranger}050068656c6c6f`,
    `${mark}00${stranger}0001${keyHex}050068656c6c6f`,
    `${mark}01${nobody}0001${keyHex}050068656c6c6f`,
  ]) {
    const signature = base58.encode(sign(hex.decode(bytes)))
    expect(isSignedBySolana({ message: 'hello', signature, address })).toBe(false)
  }
})

test('anything else is not signed', () => {
  const signature = base58.encode(sign(bytesOf('hello')))
  const stranger = base58.encode(ed25519.getPublicKey(new Uint8Array(32).fill(8)))
  for (const changed of [
    { message: 'hello!' },
    { address: stranger },
    { address: 'not an address' },
    { signature: base58.encode(sign(bytesOf('other'))) },
    { signature: '' },
    { signature: '1'.repeat(64) },
    { signature: 'z'.repeat(10_000) },
  ])
    expect(isSignedBySolana({ message: 'hello', signature, address, ...changed })).toBe(false)
})

test('the key of all zeros signs nothing, though every text seems to fit', () => {
  const signature = base58.encode(Uint8Array.from([1, ...new Uint8Array(63)]))
  for (const message of ['one', 'two', 'three'])
    expect(isSignedBySolana({ message, signature, address: '1'.repeat(32) })).toBe(false)
})
