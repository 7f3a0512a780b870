/** Messages and signatures that others published for EIP-4361: the same answer here. Test data of the `siwe` project. */
import type { SignInData } from '@latchkey/spec/signIn'
import { readSignIn, writeSignIn } from '@latchkey/spec/signIn'
import { describe, expect, test } from 'vitest'
import { verifySignIn } from './verifySignIn.js'

const statement = 'Sign-In With Ethereum Example Statement'
const login = { domain: 'login.xyz', uri: 'https://login.xyz', version: '1', chainId: 'eip155:1' } as const

const example: SignInData = {
  ...login,
  accountAddress: '0x9D85ca56217D2bb651b00f15e694EB7E713637D4',
  statement,
  nonce: 'bTyXgcQxn2htgkjJn',
  issuedAt: '2022-01-27T17:09:38.578Z',
  expirationTime: '2100-01-07T14:31:43.952Z',
}
const exampleSignature =
  '0xdc35c7f8ba2720df052e0092556456127f00f7707eaa8e3bbff7e56774e7f2e05a093cfc9e02964c33d86e8e066e221b7d153d27e5a2e97ccd5ca7d3f2ce06cb1b'

const later: SignInData = {
  ...login,
  accountAddress: '0xE6D3Aa1F561A215E5eb1f02Ba8705385F03fCaFB',
  statement,
  nonce: 'lx2nx4so',
  issuedAt: '2022-01-05T14:27:30.883Z',
  notBefore: '2100-01-07T14:31:43.952Z',
}
const laterSignature =
  '0xc2539ace78f13c7eb8c0852d38d269a6f97bebd9f7872097d2e3137b541f8bf50176062a46eeea83086bd2721423fb5755a932ff6ccc046ed482d14e4576042f1c'

const tally: SignInData = {
  domain: 'www.tally.xyz',
  accountAddress: '0xc95EB884FE852e241D409234bfC7045CB9E31BD7',
  statement: 'Sign in with Ethereum to Tally',
  uri: 'https://tally.xyz',
  version: '1',
  chainId: 'eip155:1',
  nonce: '15050747',
  issuedAt: '2022-06-30T14:08:51.382Z',
}

interface Asked {
  readonly data: SignInData
  readonly signature: string
  readonly now?: string
  readonly domain?: string
  readonly nonce?: string
}

const verify = ({ data, signature, now = '2023-01-01T00:00:00Z', domain, nonce }: Asked) =>
  verifySignIn({
    message: writeSignIn(data),
    signature,
    expected: { domain: domain ?? data.domain, nonce: nonce ?? data.nonce, now: Date.parse(now) },
  })

describe('published signatures', () => {
  test.each([
    ['the example', { data: example, signature: exampleSignature }],
    ['once it holds', { data: later, signature: laterSignature, now: '2101-01-07T14:31:43.952Z' }],
    [
      'with a recovery byte that starts at zero',
      {
        data: tally,
        signature:
          '0x8c46b6eb8505939892d8e9b075f89f8277321b17b993151f37810cdda38cce6f4a85909d2b53e6a14629c74c0ac38bf4becde78ee5b2529812bf6cceaf7b2a2501',
      },
    ],
  ] satisfies [string, Asked][])('that verify: %s', async (_, asked) => {
    await expect(verify(asked)).resolves.toEqual({ isValid: true, data: asked.data, namespace: 'eip155' })
  })

  const wrong: SignInData = {
    ...login,
    accountAddress: '0x6Da01670d8fc844e736095918bbE11fE8D564163',
    statement,
    nonce: 'rmplqh1gf',
    issuedAt: '2022-01-05T14:31:43.954Z',
    expirationTime: '2100-01-07T14:31:43.952Z',
  }
  test.each([
    ['another domain', 'domain', { data: example, signature: exampleSignature, domain: 'example.com' }],
    ['another nonce', 'nonce', { data: example, signature: exampleSignature, nonce: '6548asdgf' }],
    [
      'after it ended',
      'expired',
      { data: example, signature: exampleSignature, now: '2200-01-05T00:00:00Z' },
    ],
    ['before it holds', 'not-yet-valid', { data: later, signature: laterSignature }],
    [
      'a signature that is none',
      'signature',
      {
        data: wrong,
        signature:
          '0xf2e8420fc1b722bf4941f5a0464f98172a758ceda5039f622e425fb69fd19b20e444bba7c9a8a8d7e2b5e453553efe7c9460be5d211abe473fc146d51bb04d0cb1b',
      },
    ],
    [
      'the signature of somebody else',
      'signature',
      {
        data: wrong,
        signature:
          '0x31df81dc02344c9156e6f71da46e2db624b38f8f806290d670d46492b834b2e7575cbce9f48169356cfb577b910d8e30732fcf23c1ac0021d08b945ed7ee118e1b',
      },
    ],
  ] satisfies [string, string, Asked][])('that do not: %s', async (_, fault, asked) => {
    await expect(verify(asked)).resolves.toEqual({ isValid: false, fault })
  })
})

/** What the published messages differ in; the rest of each is the same. */
const service = {
  accountAddress: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
  statement: 'I accept the ServiceOrg Terms of Service: https://service.org/tos',
  uri: 'https://service.org/login',
  version: '1',
  chainId: 'eip155:1',
  nonce: '32891757',
  issuedAt: '2021-09-30T16:25:24.000Z',
} as const
const tail = `URI: https://service.org/login
Version: 1
Chain ID: 1
Nonce: 32891757
Issued At: 2021-09-30T16:25:24.000Z`

describe('published messages are read field by field, and written the same', () => {
  test.each(['service.org', '127.0.0.1', 'test@127.0.0.1', '127.0.0.1:8080', 'test@127.0.0.1:8080'])(
    'for %s',
    (domain) => {
      const message = `${domain} wants you to sign in with your Ethereum account:
0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2

I accept the ServiceOrg Terms of Service: https://service.org/tos

${tail}`
      expect(readSignIn(message)).toEqual({ domain, ...service })
      expect(writeSignIn({ domain, ...service })).toBe(message)
    },
  )

  test('without a statement', () => {
    const { statement: _, ...rest } = service
    const message = `service.org wants you to sign in with your Ethereum account:
0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2


${tail}`
    expect(readSignIn(message)).toEqual({ domain: 'service.org', ...rest })
    expect(writeSignIn({ domain: 'service.org', ...rest })).toBe(message)
  })
})
