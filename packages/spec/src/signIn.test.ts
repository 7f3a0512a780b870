import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readSignIn, type SignInData, signInFaultOf, writeSignIn } from './signIn.js'

/** The example of EIP-4361, word for word. */
const example = `service.invalid wants you to sign in with your Ethereum account:
0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2

I accept the ServiceOrg Terms of Service: https://service.invalid/tos

URI: https://service.invalid/login
Version: 1
Chain ID: 1
Nonce: 32891756
Issued At: 2021-09-30T16:25:24Z
Resources:
- ipfs://bafybeiemxf5abjwjbikoz4mc3a3dla6ual3jsgpdr4cjr3oz3evfyavhwq/
- https://example.com/my-web2-claim.json`

const data: SignInData = {
  domain: 'service.invalid',
  accountAddress: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
  statement: 'I accept the ServiceOrg Terms of Service: https://service.invalid/tos',
  uri: 'https://service.invalid/login',
  version: '1',
  chainId: 'eip155:1',
  nonce: '32891756',
  issuedAt: '2021-09-30T16:25:24Z',
  resources: [
    'ipfs://bafybeiemxf5abjwjbikoz4mc3a3dla6ual3jsgpdr4cjr3oz3evfyavhwq/',
    'https://example.com/my-web2-claim.json',
  ],
}

test('[S3-13] the message of the standard is written and read as it stands there', () => {
  expect(writeSignIn(data)).toBe(example)
  expect(readSignIn(example)).toEqual(data)
})

/** The example of CAIP-122 for Solana, word for word: the network stands last, by its whole genesis hash. */
const general = `service.org wants you to sign in with your Solana account:
GwAF45zjfyGzUbd3i3hXxzGeuchzEZXwpRYHZM5912F1

I accept the ServiceOrg Terms of Service: https://service.org/tos

URI: https://service.org/login
Version: 1
Nonce: 32891757
Issued At: 2021-09-30T16:25:24.000Z
Chain ID: 5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d
Resources:
- ipfs://Qme7ss3ARVgxv6rXqVPiikMJ8u2NLgmgszg13pYrDKEoiu
- https://example.com/my-web2-claim.json`

test('[S3-13] the general form of CAIP-122 is read as it stands there, and names its network once', () => {
  expect(readSignIn(general)).toEqual({
    domain: 'service.org',
    accountAddress: 'GwAF45zjfyGzUbd3i3hXxzGeuchzEZXwpRYHZM5912F1',
    statement: 'I accept the ServiceOrg Terms of Service: https://service.org/tos',
    uri: 'https://service.org/login',
    version: '1',
    chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    nonce: '32891757',
    issuedAt: '2021-09-30T16:25:24.000Z',
    resources: [
      'ipfs://Qme7ss3ARVgxv6rXqVPiikMJ8u2NLgmgszg13pYrDKEoiu',
      'https://example.com/my-web2-claim.json',
    ],
  })
  const onEthereum = `service.org wants you to sign in with your Ethereum account:
0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2

I accept the ServiceOrg Terms of Service: https://service.org/tos

URI: https://service.org/login
Version: 1
Nonce: 32891756
Issued At: 2021-09-30T16:25:24Z
Chain ID: 1`
  expect(readSignIn(onEthereum)).toMatchObject({ chainId: 'eip155:1', nonce: '32891756' })
  const twice = onEthereum.replace('Nonce:', 'Chain ID: 10\nNonce:')
  expect(readSignIn(twice)).toBeUndefined()
  expect(readSignIn(onEthereum.replace('\nChain ID: 1', ''))).toBeUndefined()
})

test('[S3-13] each namespace has its own name in the message', () => {
  const solana = { ...data, chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', accountAddress: 'a' } as const
  expect(writeSignIn(solana)).toContain('with your Solana account:\na\n')
  expect(readSignIn(writeSignIn(solana))).toEqual(solana)
  expect(readSignIn(example.replace('Ethereum', 'Dogecoin'))).toBeUndefined()
})

test('[S3-13] a message that a Solana wallet wrote is read too: names of networks, no line for no statement', () => {
  const address = 'FNoGHiv7DKPLXHfuhiEWpJ8qYitawGkuaYwfYkuvFk1P'
  const head = `service.invalid wants you to sign in with your Solana account:\n${address}`
  const fields = 'URI: https://service.invalid\nVersion: 1\nChain ID: mainnet\nNonce: 32891756'
  const mainnet = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
  expect(readSignIn(`${head}\n\n${fields}`)).toEqual({
    domain: 'service.invalid',
    accountAddress: address,
    uri: 'https://service.invalid',
    version: '1',
    chainId: mainnet,
    nonce: '32891756',
  })
  const stated = `${head}\n\nURI: a statement\n\n${fields.replace('mainnet', 'solana:devnet')}`
  expect(readSignIn(stated)).toMatchObject({
    statement: 'URI: a statement',
    chainId: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  })
  expect(readSignIn(`${head.replace('Solana', 'Ethereum')}\n\n${fields}`)).toBeUndefined()
  expect(readSignIn(`${head}\n\n${fields.replace('mainnet', 'toString')}`)?.chainId).toBe('solana:toString')
})

test('what is written is what is read, whatever the fields say', () => {
  const line = fc.string({ minLength: 1, maxLength: 40 }).filter((text) => !/[\n\r]/.test(text))
  const word = fc.stringMatching(/^[a-zA-Z0-9]{1,20}$/)
  const fields = fc.record(
    {
      domain: word,
      accountAddress: word,
      statement: line,
      uri: word.map((path) => `https://a.example/${path}`),
      version: fc.constant('1'),
      chainId: fc.constantFrom('eip155:1', 'solana:x', 'bip122:y', 'polkadot:z'),
      nonce: word,
      issuedAt: line,
      expirationTime: line,
      notBefore: line,
      requestId: line,
      resources: fc.array(line, { maxLength: 5 }),
    },
    { requiredKeys: ['domain', 'accountAddress', 'uri', 'version', 'chainId', 'nonce'] },
  )
  fc.assert(
    fc.property(fields, (given) => {
      // The generator gives what the type asks for; its keys are optional without `undefined`.
      const written = given as SignInData
      expect(readSignIn(writeSignIn(written))).toEqual(written)
    }),
  )
})

describe('a message that is not one', () => {
  test.each([
    ['an altered head', example.replace('wants you to', 'wants you  to')],
    ['a field too many', `${example}\nAdmin: true`],
    ['a field twice', example.replace('Version: 1', 'Version: 1\nVersion: 1')],
    ['fields in another order', example.replace('Version: 1\nChain ID: 1', 'Chain ID: 1\nVersion: 1')],
    ['no nonce', example.replace('Nonce: 32891756\n', '')],
    ['two statements', example.replace('\n\nURI', '\nand more\n\nURI')],
    ['text after the end', `${example}\n`],
    ['nothing', ''],
    ['far too much', `${example}\n${'- x\n'.repeat(10_000)}`],
  ])('%s', (_, text) => {
    expect(readSignIn(text)).toBeUndefined()
  })

  test('a field cannot smuggle another one in', () => {
    expect(() => writeSignIn({ ...data, statement: 'yes\n\nURI: https://evil.invalid' })).toThrow(
      /line break/,
    )
    expect(() => writeSignIn({ ...data, requestId: 'x\r' })).toThrow(/line break/)
  })
})

describe('what a server waits for', () => {
  const now = Date.parse('2021-09-30T16:26:00Z')
  const expected = { domain: 'service.invalid', origin: 'https://service.invalid', nonce: '32891756', now }
  test('[S3-13] the right message has no fault', () => {
    expect(signInFaultOf(data, expected)).toBeUndefined()
    expect(signInFaultOf(data, { ...expected, chainIds: ['eip155:1'] })).toBeUndefined()
  })

  test.each([
    ['a foreign domain', { domain: 'evil.invalid' }, 'domain'],
    ['a domain that only begins alike', { domain: 'service.invalid.evil' }, 'domain'],
    ['another origin', { uri: 'https://evil.invalid/login' }, 'uri'],
    ['an origin behind a name', { uri: 'https://service.invalid@evil.invalid/' }, 'uri'],
    ['an address that is none', { uri: 'javascript:alert(1)' }, 'uri'],
    ['another version', { version: '2' }, 'version'],
    ['a wrong chain', { chainId: 'eip155:10' }, 'chain'],
    ['another nonce', { nonce: '12345678' }, 'nonce'],
    ['no time', { issuedAt: undefined }, 'time-unreadable'],
    ['an unreadable time', { issuedAt: 'yesterday' }, 'time-unreadable'],
    ['an unreadable end', { expirationTime: '2999' }, 'time-unreadable'],
    ['an unreadable begin', { notBefore: 'Thu, 01 Jan 1970 00:00:00 GMT' }, 'time-unreadable'],
    ['a message of the future', { issuedAt: '2021-09-30T16:28:00Z' }, 'issued-in-future'],
    ['one that has expired', { expirationTime: '2021-09-30T16:25:59Z' }, 'expired'],
    ['one that begins later', { notBefore: '2021-09-30T16:28:00Z' }, 'not-yet-valid'],
  ] as const)('%s is told apart', (_, change, fault) => {
    const { issuedAt: _at, ...rest } = data
    const changed = { ...('issuedAt' in change && change.issuedAt === undefined ? rest : data), ...change }
    // Only the case above leaves a field out; `undefined` stands for its absence.
    expect(signInFaultOf(changed as SignInData, { ...expected, chainIds: ['eip155:1'] })).toBe(fault)
  })

  test('clocks may differ by a minute', () => {
    expect(signInFaultOf({ ...data, issuedAt: '2021-09-30T16:26:59Z' }, expected)).toBeUndefined()
  })
})
