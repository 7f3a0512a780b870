/** Sign-in as AppKit has it, on `siweConfig`. */
import { readSignIn } from '@latchkey/spec/signIn'
import { afterEach, expect, test, vi } from 'vitest'
import { createSIWEConfig, formatMessage, type SIWEConfig } from './siwe.js'

const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
afterEach(() => warn.mockClear())

const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const config: SIWEConfig = {
  getNonce: async () => 'once1234',
  createMessage: ({ address: account, ...args }) => formatMessage(args, account),
  verifyMessage: async () => true,
  getSession: async () => null,
  signOut: async () => true,
}

test('the message is that of EIP-4361, also for an address with its network before it', () => {
  const args = {
    domain: 'shop.example',
    uri: 'https://shop.example',
    version: '1',
    chainId: 10,
    nonce: 'once1234',
    iat: '2026-01-01T00:00:00.000Z',
    exp: '2026-01-02T00:00:00.000Z',
    statement: 'Sign in.',
  } as const
  const message = formatMessage(args, `eip155:10:${address}`)
  expect(message).toBe(formatMessage(args, address))
  expect(readSignIn(message)).toMatchObject({
    accountAddress: address,
    chainId: 'eip155:10',
    nonce: 'once1234',
    expirationTime: '2026-01-02T00:00:00.000Z',
  })
})

test('the config is what siweConfig takes, and what of it does nothing is said', () => {
  expect(createSIWEConfig(config)).toBe(config)
  expect(warn).not.toHaveBeenCalled()
  createSIWEConfig({ ...config, signOutOnNetworkChange: false })
  expect(warn.mock.calls.flat().join()).toContain('siweConfig.signOutOnNetworkChange does nothing')
})
