import { expect, test } from 'vitest'
import { policyFor, writePolicy } from './hosting.js'

const node = (url: string) => ({ rpcUrls: { default: { http: [url] } } })

test('[D-22] without a server the page may ask itself and the nodes of its networks, and nothing else', () => {
  const policy = policyFor({
    networks: [node('https://one.example/rpc?key=1'), node('http://localhost:8545')],
  })
  expect(writePolicy(policy)).toBe(
    "default-src 'self'; script-src 'self'; style-src 'self'; connect-src 'self' https://one.example http://localhost:8545; frame-src 'none'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  )
})

test('[D-22] with a gateway its nodes are asked by nobody, and its relay is on the same host', () => {
  const networks = [node('https://one.example')]
  const policy = policyFor({ gatewayUrl: 'https://gateway.example/below', networks })
  expect(policy['connect-src']).toEqual(["'self'", 'https://gateway.example', 'wss://gateway.example'])
  expect(
    policyFor({ gatewayUrl: 'https://gateway.example', enableWalletConnect: false })['connect-src'],
  ).toEqual(["'self'", 'https://gateway.example'])
})

test('[D-44] a relay of its own takes the place of the gateway’s', () => {
  const policy = policyFor({ gatewayUrl: 'https://gateway.example', relayUrl: 'wss://relay.example/relay' })
  expect(policy['connect-src']).toEqual(["'self'", 'https://gateway.example', 'wss://relay.example'])
})

test('[D-23] the servers of restricted time zones are allowed beside the others', () => {
  const policy = policyFor({
    gatewayUrl: 'https://a.example',
    walletUrl: 'https://wallet.a.example',
    alternateUrls: { gatewayUrl: 'https://b.example', walletUrl: 'https://wallet.b.example' },
  })
  expect(policy['connect-src']).toEqual([
    "'self'",
    'https://a.example',
    'https://b.example',
    'wss://a.example',
    'wss://b.example',
  ])
  expect(policy['frame-src']).toEqual(['https://wallet.a.example', 'https://wallet.b.example'])
})

test('[D-22] the wallet is framed only where somebody can sign in to it', () => {
  const walletUrl = 'https://wallet.example'
  expect(policyFor({ walletUrl })['frame-src']).toEqual([walletUrl])
  expect(policyFor({ walletUrl, features: { email: false } })['frame-src']).toEqual([walletUrl])
  expect(policyFor({ walletUrl, features: { email: false, socials: [] } })['frame-src']).toEqual(["'none'"])
  expect(policyFor({ walletUrl, features: { email: false, socials: false } })['frame-src']).toEqual([
    "'none'",
  ])
})

test('a gateway below the page’s own origin needs no exception', () => {
  expect(policyFor({ gatewayUrl: '/gateway' })['connect-src']).toEqual(["'self'"])
})

test('files from elsewhere, and inline scripts that are known by their hash, are allowed as scripts only', () => {
  const policy = policyFor({ cdnUrl: 'https://cdn.example/latchkey/', scriptHashes: ['sha256-abc='] })
  expect(policy['script-src']).toEqual(["'self'", 'https://cdn.example/latchkey/', "'sha256-abc='"])
  expect(policy['style-src']).toEqual(["'self'"])
  expect(policyFor({ trustedTypes: false })).not.toHaveProperty('trusted-types')
})

test.each([
  ['https://CDN.example/npm/Latchkey@1.2.3/dist/cdn', 'https://cdn.example/npm/Latchkey@1.2.3/dist/cdn/'],
  ['https://cdn.example/a/?b=/c#d', 'https://cdn.example/a/'],
  ["https://cdn.example/a b;script-src *,'x'/", "https://cdn.example/a%20b%3Bscript-src%20*%2C'x'/"],
  ['https://cdn.example/%20/ü', 'https://cdn.example/%20/%C3%BC/'],
  ['https://cdn.example/', 'https://cdn.example'],
  ['http://localhost:4000/kit', 'http://localhost:4000/kit/'],
  ['http://127.0.0.1:4000', 'http://127.0.0.1:4000'],
  ['/kit', "'self'"],
])('of a CDN only the folder of the kit may run: %s', (cdnUrl, source) => {
  expect(policyFor({ cdnUrl })['script-src']).toEqual([...new Set(["'self'", source])])
})

test.each(['http://cdn.example/kit/', 'http://localhost.evil.example/', 'wss://cdn.example', 'cdn.example'])(
  'files that somebody could change on their way are refused: %s',
  (cdnUrl) => expect(() => policyFor({ cdnUrl })).toThrow(TypeError),
)

test.each([
  'javascript:alert(1)',
  'data:text/html,',
  'gateway.example',
  '//gateway.example',
  'https://gateway.example;script-src *',
  'https://name:word@gateway.example',
])('what is no web address is refused: %s', (gatewayUrl) =>
  expect(() => policyFor({ gatewayUrl })).toThrow(TypeError),
)
