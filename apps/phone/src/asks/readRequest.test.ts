import { rpcCodes } from '@latchkey/spec/errors'
import { describe, expect, test } from 'vitest'
import { accounts, addresses } from '../keys/accounts.js'
import { builtInNetworks, localNetwork } from '../wallet/networks.js'
import { readRequest } from './readRequest.js'

const [alice, bob] = accounts
const stranger = '0x000000000000000000000000000000000000dEaD'
const context = { network: localNetwork, networks: builtInNetworks, accounts: [alice.address] }
const read = (method: string, params: unknown) => readRequest(method, params, context)
const refused = (code: number) =>
  expect.objectContaining({ kind: 'refuse', refusal: expect.objectContaining({ code }) })

describe('a message', () => {
  const hex = '0x48656c6c6f'
  test('is read as text, with the account in either place and any letter case', () => {
    const message = { kind: 'message', account: alice.address, hex, text: 'Hello', signIn: undefined }
    expect(read('personal_sign', [hex, alice.address])).toEqual(message)
    expect(read('personal_sign', [alice.address.toLowerCase(), hex])).toEqual(message)
    expect(read('personal_sign', ['Hello', alice.address])).toEqual(message)
  })

  test('that is no text stays bytes', () => {
    expect(read('personal_sign', ['0xff00fe', alice.address])).toMatchObject({
      text: undefined,
      hex: '0xff00fe',
    })
  })

  test('that signs somebody in says to what', () => {
    const text = [
      'app.example wants you to sign in with your Ethereum account:',
      alice.address,
      '',
      'Welcome.',
      '',
      'URI: https://app.example/login',
      'Version: 1',
      'Chain ID: 1',
      'Nonce: 12345678',
      'Issued At: 2026-01-01T00:00:00.000Z',
    ].join('\n')
    expect(read('personal_sign', [text, alice.address])).toMatchObject({ signIn: 'app.example' })
  })

  test('for an account that the app was not shown is refused, even if the wallet has it', () => {
    expect(addresses).toContain(bob?.address)
    for (const account of [bob?.address, stranger, undefined, 7, `${alice.address}0`])
      expect(read('personal_sign', [hex, account])).toEqual(refused(rpcCodes.unauthorized))
  })

  test('of more than anybody reads is refused', () => {
    expect(read('personal_sign', ['x'.repeat(70_000), alice.address])).toEqual(
      refused(rpcCodes.invalidParams),
    )
  })
})

describe('a transaction', () => {
  const transaction = {
    from: alice.address.toLowerCase(),
    to: stranger.toLowerCase(),
    value: '0xde0b6b3a7640000',
  }
  test('is read field by field', () => {
    const input = { ...transaction, data: '0x', gas: '0x5208', maxFeePerGas: '0x3', nonce: '0x7' }
    expect(read('eth_sendTransaction', [input])).toEqual({
      kind: 'transaction',
      account: alice.address,
      isOnlySigned: false,
      call: {
        to: stranger,
        value: 10n ** 18n,
        data: undefined,
        gas: 21_000n,
        maxFeePerGas: 3n,
        maxPriorityFeePerGas: undefined,
        nonce: 7,
      },
    })
    expect(read('eth_signTransaction', [transaction])).toMatchObject({ isOnlySigned: true })
  })

  test.each([
    ['no transaction at all', undefined],
    ['an amount that is no number', { ...transaction, value: '1 ETH' }],
    ['an amount as a float', { ...transaction, value: 0.1 }],
    ['a broken recipient', { ...transaction, to: '0x1' }],
    ['half a byte of data', { ...transaction, data: '0x123' }],
    ['two different bodies', { ...transaction, data: '0x01', input: '0x02' }],
    ['nothing to send and nobody to send to', { from: alice.address, value: '0x1' }],
  ])('with %s is refused', (_, input) => {
    expect(read('eth_sendTransaction', [input])).toEqual(refused(rpcCodes.invalidParams))
  })

  test('from somebody else is refused', () => {
    expect(read('eth_sendTransaction', [{ ...transaction, from: stranger }])).toEqual(
      refused(rpcCodes.unauthorized),
    )
  })
})

describe('networks', () => {
  test('a known one may be moved to, an unknown one has to be added first', () => {
    expect(read('wallet_switchEthereumChain', [{ chainId: '0x1' }])).toMatchObject({
      kind: 'switch-network',
      target: { id: 'eip155:1', name: 'Ethereum' },
    })
    expect(read('wallet_switchEthereumChain', [{ chainId: '0x539' }])).toEqual(
      refused(rpcCodes.unrecognizedChain),
    )
    expect(read('wallet_switchEthereumChain', [{ chainId: 'one' }])).toEqual(refused(rpcCodes.invalidParams))
  })

  test('one is added with a clean name, and its nodes are not kept', () => {
    const asked = {
      chainId: '0x539',
      chainName: 'Dev\u202Enet',
      nativeCurrency: { name: 'Dev', symbol: 'DEV', decimals: 18 },
      rpcUrls: ['https://evil.example'],
    }
    expect(read('wallet_addEthereumChain', [asked])).toEqual({
      kind: 'add-network',
      added: { chainId: 1337, name: 'Devnet', symbol: 'DEV', decimals: 18 },
    })
    expect(read('wallet_addEthereumChain', [{ ...asked, chainId: '0x1' }])).toMatchObject({
      kind: 'switch-network',
    })
    expect(read('wallet_addEthereumChain', [{ ...asked, chainName: ' ' }])).toEqual(
      refused(rpcCodes.invalidParams),
    )
    const tokens = { ...asked.nativeCurrency, decimals: 400 }
    expect(read('wallet_addEthereumChain', [{ ...asked, nativeCurrency: tokens }])).toEqual(
      refused(rpcCodes.invalidParams),
    )
  })
})

describe('several calls', () => {
  const batch = {
    version: '2.0.0',
    id: 'b1',
    from: alice.address,
    chainId: '0x7a69',
    atomicRequired: false,
    calls: [
      { to: stranger, value: '0x1' },
      { to: stranger, data: '0x01' },
    ],
  }
  test('are read in their order', () => {
    expect(read('wallet_sendCalls', [batch])).toMatchObject({
      kind: 'calls',
      account: alice.address,
      batchId: 'b1',
      calls: [{ value: 1n }, { data: '0x01' }],
    })
  })

  test('without an id get one that nobody can guess', () => {
    const { id: _, ...unnamed } = batch
    expect(read('wallet_sendCalls', [unnamed])).toMatchObject({
      batchId: expect.stringMatching(/^0x[\da-f]{64}$/),
    })
  })

  test.each([
    ['have to be all or nothing', { atomicRequired: true }, rpcCodes.atomicityNotSupported],
    [
      'need a paymaster',
      { capabilities: { paymasterService: { url: 'x' } } },
      rpcCodes.unsupportedCapability,
    ],
    ['are on another network', { chainId: '0x1' }, rpcCodes.unsupportedChainId],
    [
      'are too many',
      { calls: Array.from({ length: 11 }, () => ({ to: stranger })) },
      rpcCodes.bundleTooLarge,
    ],
    ['are from somebody else', { from: stranger }, rpcCodes.unauthorized],
    ['have one that cannot be read', { calls: [{ to: 'bob' }] }, rpcCodes.invalidParams],
    ['are none', { calls: [] }, rpcCodes.invalidParams],
  ])('that %s are refused', (_, change, code) => {
    expect(read('wallet_sendCalls', [{ ...batch, ...change }])).toEqual(refused(code))
  })

  test('one alone may be all or nothing, and an optional capability may be missing', () => {
    const one = { ...batch, atomicRequired: true, calls: [{ to: stranger }] }
    expect(read('wallet_sendCalls', [one])).toMatchObject({ kind: 'calls' })
    const extra = { ...batch, capabilities: { paymasterService: { optional: true } } }
    expect(read('wallet_sendCalls', [extra])).toMatchObject({ kind: 'calls' })
  })
})

test('what the app was shown is answered without asking', () => {
  expect(read('eth_accounts', [])).toEqual({ kind: 'answer', result: [alice.address] })
  expect(read('eth_chainId', undefined)).toEqual({ kind: 'answer', result: '0x7a69' })
  expect(read('wallet_getCapabilities', [alice.address, ['0x1']])).toEqual({
    kind: 'answer',
    result: { '0x1': { atomic: { status: 'unsupported' } } },
  })
  expect(read('wallet_getCapabilities', [stranger])).toEqual(refused(rpcCodes.unauthorized))
})

test('what this wallet does not have is refused, whatever it is called', () => {
  for (const method of ['eth_sign', 'wallet_watchAsset', 'constructor', '__proto__', 'x'.repeat(100)])
    expect(read(method, [])).toEqual(refused(rpcCodes.unsupportedMethod))
  expect(read('personal_sign', { message: 'x' })).toEqual(refused(rpcCodes.invalidParams))
})
