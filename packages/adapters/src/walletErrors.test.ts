/** Refusals and failures, told apart by what wallets really say. */
import { isUserRejection, LatchkeyError } from '@latchkey/spec/errors'
import { expect, test } from 'vitest'
import { askedSats } from './bip122/satsAnswers.js'
import { ProviderError } from './eip155/provider.js'
import { asked } from './walletErrors.js'

const thrown = (cause: unknown) =>
  asked(() => {
    throw cause
  }).catch((error: unknown) => error)

test.each([
  'User rejected the request.',
  'User has rejected the request',
  'User declined permission',
  'user closed the window',
  'Rejected by user',
  'Cancelled by the user',
  'Cancelled',
  'Rejected',
  'Error: Canceled',
  'Transaction rejected.',
  'Transaction was rejected',
  'The request was rejected',
  'Signature request denied',
  'Approval Denied',
  'Plugin Closed',
  'The source localhost is not allowed to interact with this extension',
])('[S8-32] “%s” is a person who said no', async (message) => {
  const cause = new Error(message)
  const error = await thrown(cause)
  expect(error).toMatchObject({ name: 'ProviderError', code: 4001, message, cause })
  expect(isUserRejection(error)).toBe(true)
})

test.each([
  '1010: Invalid Transaction: Transaction call is not allowed',
  'Transaction rejected by the pool: priority is too low',
  'Transaction was rejected: blockhash not found',
  'sendrawtransaction: mempool min fee not met, transaction rejected',
  'Access denied for this origin by policy',
  'The subscription was cancelled because the node restarted',
  'Unable to find keypair',
])('“%s” is a failure, and nobody’s decision', async (message) => {
  const error = await thrown(new Error(message))
  expect(error).toMatchObject({ code: -32603, message })
  expect(isUserRejection(error)).toBe(false)
})

test('errors of the catalogue, and those that were read before, keep their names', async () => {
  const ours = new LatchkeyError('relay.not-connected')
  await expect(thrown(ours)).resolves.toBe(ours)
  await expect(askedSats(() => Promise.reject(ours))).rejects.toBe(ours)
  const read = new ProviderError({ code: 4100, message: 'Not authorised' }, undefined)
  await expect(thrown(read)).resolves.toBe(read)
})

test('[S8-32] sats-connect has numbers of its own for a refusal and for a page that may not ask', async () => {
  const answered = (code: number) => askedSats(() => ({ error: { code, message: 'No' } }))
  await expect(answered(-32000)).rejects.toMatchObject({ code: 4001 })
  await expect(answered(-32002)).rejects.toMatchObject({ code: 4100 })
  await expect(answered(-32603)).rejects.toMatchObject({ code: -32603 })
})
