import { expect, test } from 'vitest'
import { UsageError } from './arguments.js'
import { cspCommand } from './csp.js'

const directive = (policy: string, name: string) =>
  policy.split('; ').find((part) => part.startsWith(`${name} `))

test('[D-22] every address that was given is allowed, and nothing else', () => {
  const policy = cspCommand([
    '--gateway=https://gateway.example',
    '--wallet',
    'https://wallet.example/',
    '--rpc=https://node.example',
  ])
  expect(directive(policy, 'connect-src')).toBe(
    "connect-src 'self' https://gateway.example wss://gateway.example",
  )
  expect(directive(policy, 'frame-src')).toBe('frame-src https://wallet.example')
  expect(directive(cspCommand(['--rpc=https://a.example', '--rpc=https://b.example/x']), 'connect-src')).toBe(
    "connect-src 'self' https://a.example https://b.example",
  )
})

test('of a CDN only the folder of the kit may run', () => {
  const policy = cspCommand(['--cdn=https://cdn.example/npm/latchkey@1.2.3/dist/cdn'])
  expect(directive(policy, 'script-src')).toBe(
    "script-src 'self' https://cdn.example/npm/latchkey@1.2.3/dist/cdn/",
  )
})

test('the relay and Trusted Types can be left out', () => {
  const policy = cspCommand(['--gateway=https://gateway.example', '--no-relay', '--no-trusted-types'])
  expect(policy).not.toMatch(/wss:|trusted-types/)
})

test.each([
  [['--no-email'], 'https://wallet.example'],
  [['--no-socials'], 'https://wallet.example'],
  [['--no-email', '--no-socials'], "'none'"],
])(
  '[D-22] the frame of the embedded wallet is allowed while there is a way to sign in: %s',
  (flags, frame) => {
    const policy = cspCommand(['--wallet=https://wallet.example', ...flags])
    expect(directive(policy, 'frame-src')).toBe(`frame-src ${frame}`)
  },
)

test('a page that cannot set headers gets a tag, without what a tag cannot say', () => {
  expect(cspCommand(['--as=header'])).toMatch(/^Content-Security-Policy: default-src 'self'; /)
  const tag = cspCommand(['--as=meta'])
  expect(tag).toMatch(/^<meta http-equiv="Content-Security-Policy" content="default-src 'self'; [^"]*">$/)
  expect(tag).not.toContain('frame-ancestors')
})

test.each([
  [['--gatway=https://gateway.example'], 'gatway'],
  [['--gateway=gateway.example'], 'not a web address'],
  [['--gateway=javascript:alert(1)'], 'not a web address'],
  [['--cdn=http://cdn.example/kit'], 'not an https: address'],
  [['--script-hash=abc; script-src *'], 'not a hash'],
  [['--as=yaml'], 'not yaml'],
  [['https://gateway.example'], 'belongs to no option'],
])('what is written wrongly is refused: %s', (list, words) => {
  expect(() => cspCommand(list)).toThrow(UsageError)
  expect(() => cspCommand(list)).toThrow(words)
})
