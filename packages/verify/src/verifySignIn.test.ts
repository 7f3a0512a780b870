import { type SignInData, writeSignIn } from '@latchkey/spec/signIn'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import type { Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { CallReverted, type RunCode } from './ethereum.js'
import { verifySignIn } from './verifySignIn.js'

const account = privateKeyToAccount(generatePrivateKey())
const now = Date.parse('2026-05-01T12:00:00Z')
const expected = { domain: 'app.example', origin: 'https://app.example', nonce: 'abcdefgh12345678', now }
const data: SignInData = {
  domain: 'app.example',
  accountAddress: account.address,
  uri: 'https://app.example',
  version: '1',
  chainId: 'eip155:1',
  nonce: expected.nonce,
  issuedAt: '2026-05-01T11:59:59Z',
}

async function verify(
  input: { data?: SignInData; message?: string; signature?: string; run?: RunCode } = {},
) {
  const message = input.message ?? writeSignIn(input.data ?? data)
  const signature = input.signature ?? (await account.signMessage({ message }))
  return verifySignIn({ message, signature, expected, runCode: () => input.run })
}

test('[S1-04] a key signs its account in', async () => {
  expect(await verify()).toEqual({ isValid: true, data, namespace: 'eip155' })
})

test('a message that is not the one waited for, or not one at all', async () => {
  expect(await verify({ data: { ...data, domain: 'evil.example' } })).toEqual({
    isValid: false,
    fault: 'domain',
  })
  expect(await verify({ message: 'hello' })).toEqual({ isValid: false, fault: 'message' })
})

test('a signature of another text, of another key, or none', async () => {
  const stranger = privateKeyToAccount(generatePrivateKey())
  const message = writeSignIn(data)
  const other = writeSignIn({ ...data, statement: 'I give you everything' })
  const signatures: string[] = [
    await account.signMessage({ message: other }),
    await stranger.signMessage({ message }),
    '0x',
    'hello',
    `0x${'00'.repeat(65)}`,
    `0x${'ff'.repeat(20_000)}`,
  ]
  for (const signature of signatures)
    expect(await verify({ message, signature })).toEqual({ isValid: false, fault: 'signature' })
})

test('a message for a network that is not waited for, and one whose network was altered after it was signed', async () => {
  const message = writeSignIn(data)
  const signature = await account.signMessage({ message })
  const elsewhere = { ...expected, chainIds: ['eip155:10'] as const }
  expect(await verifySignIn({ message, signature, expected: elsewhere })).toEqual({
    isValid: false,
    fault: 'chain',
  })
  const altered = writeSignIn({ ...data, chainId: 'eip155:10' })
  expect(await verifySignIn({ message: altered, signature, expected: elsewhere })).toEqual({
    isValid: false,
    fault: 'signature',
  })
})

test('a contract is asked where no key has signed, and a node that does not answer is no answer', async () => {
  const asked: Hex[] = []
  const answering = (answer: Hex | Error): RunCode => {
    return async (code) => {
      asked.push(code)
      if (answer instanceof Error) throw answer
      return answer
    }
  }
  const signature = '0x1234'
  expect(await verify({ signature, run: answering('0x01') })).toMatchObject({ isValid: true })
  expect(await verify({ signature, run: answering('0x00') })).toMatchObject({ isValid: false })
  expect(await verify({ signature, run: answering(new CallReverted()) })).toMatchObject({ isValid: false })
  await expect(verify({ signature, run: answering(new Error('down')) })).rejects.toThrow('down')
  expect(asked).toHaveLength(4)
  await verify({ run: answering('0x01') })
  expect(asked).toHaveLength(4)
})

test('an account of another namespace signs in with its own kind of key', async () => {
  const secret = new Uint8Array(32).fill(1)
  const address = base58.encode(ed25519.getPublicKey(secret))
  const chainId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
  const message = writeSignIn({ ...data, chainId, accountAddress: address })
  const signature = base58.encode(ed25519.sign(new TextEncoder().encode(message), secret))
  expect(await verify({ message, signature })).toMatchObject({ isValid: true, namespace: 'solana' })
  // The same bytes as an account of another namespace.
  const elsewhere = writeSignIn({ ...data, chainId: 'polkadot:x', accountAddress: address })
  expect(await verify({ message: elsewhere, signature })).toEqual({ isValid: false, fault: 'signature' })
})
