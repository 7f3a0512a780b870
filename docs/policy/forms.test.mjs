/** The page that prints a policy: what it prints is the policy of the options that were typed. */
import { policyFor, writePolicy } from 'latchkey/hosting'
import { expect, test } from 'vitest'
import { formsOf, optionsOf } from './forms.ts'

/** @type {import('./forms.ts').Answers} */
const answers = {
  gatewayUrl: 'https://gateway.example',
  relayUrl: '',
  walletUrl: 'https://wallet.example',
  alternateGatewayUrl: '',
  alternateRelayUrl: '',
  alternateWalletUrl: '',
  nodes: '',
  phones: true,
  email: true,
  socials: true,
  cdnUrl: '',
  hash: '',
  trustedTypes: true,
}

/** @param {Partial<typeof answers>} change */
const texts = (change) => formsOf({ ...answers, ...change }).map(({ text }) => text)

test('[D-22] each form carries the policy of the same options', () => {
  const options = { gatewayUrl: 'https://gateway.example', walletUrl: 'https://wallet.example' }
  const value = writePolicy(policyFor(options))
  const [header, nginx, tag, command] = texts({})
  expect(header).toBe(`Content-Security-Policy: ${value}`)
  expect(nginx).toBe(`add_header Content-Security-Policy "${value}" always;`)
  expect(tag).toBe(
    `<meta http-equiv="Content-Security-Policy" content="${value.replace("frame-ancestors 'none'; ", '')}">`,
  )
  expect(command).toBe(
    'npx @latchkey/cli csp --gateway https://gateway.example --wallet https://wallet.example',
  )
})

test('every answer changes the policy as its option does', () => {
  const [header] = texts({
    gatewayUrl: '',
    nodes: 'https://a.example\n https://b.example/x ',
    phones: false,
    email: false,
    socials: false,
    cdnUrl: 'https://cdn.example/kit',
    hash: 'sha256-AAAA',
    trustedTypes: false,
  })
  expect(header).toContain("connect-src 'self' https://a.example https://b.example;")
  expect(header).toContain("script-src 'self' https://cdn.example/kit/ 'sha256-AAAA';")
  expect(header).toContain("frame-src 'none';")
  expect(header).not.toMatch(/trusted-types/)
  expect(texts({ email: false })[0]).toContain('frame-src https://wallet.example;')
  expect(texts({ alternateGatewayUrl: 'https://other.example' })[0]).toContain('wss://other.example')
})

test('the command prints the same, with what a shell would read as its own in quotes', () => {
  const command = texts({
    email: false,
    socials: false,
    phones: false,
    cdnUrl: "https://cdn.example/a'b$c/",
  }).at(-1)
  expect(command).toBe(
    `npx @latchkey/cli csp --gateway https://gateway.example --cdn 'https://cdn.example/a'\\''b$c/' --no-relay`,
  )
})

test('what would end a string of the form does not', () => {
  const [, nginx, tag] = texts({ cdnUrl: 'https://cdn.example/a$b&"c/' })
  expect(nginx).toContain('https://cdn.example/a%24b&%22c/')
  expect(tag).toContain('https://cdn.example/a$b&amp;%22c/')
})

test('what is no address and no hash is refused in a sentence', () => {
  expect(() => texts({ gatewayUrl: 'gateway' })).toThrow('gateway is not a web address')
  expect(() => optionsOf({ ...answers, hash: 'abc' })).toThrow('abc is not a hash; it looks like sha256-…')
})
