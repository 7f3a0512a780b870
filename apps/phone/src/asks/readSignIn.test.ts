import { signErrors } from '@latchkey/spec/relay'
import { expect, test } from 'vitest'
import { builtInNetworks } from '../wallet/networks.js'
import { readSignIn } from './readSignIn.js'

const recap = `urn:recap:${btoa(JSON.stringify({ att: { eip155: { 'request/personal_sign': [{}], 'request/eth_sendTransaction': [{}], 'other/x': [{}] } } }))}`
const payload = {
  type: 'caip122',
  chains: ['eip155:1', 'eip155:31337', 'solana:x'],
  domain: 'app.example',
  aud: 'https://app.example',
  version: '1',
  nonce: 'n',
  iat: '2026-01-01T00:00:00Z',
  statement: 'Welcome \u202Eback',
  resources: ['https://app.example/terms', recap],
}
const read = (authPayload: object, metadata: object = { name: 'App' }) =>
  readSignIn(
    { id: 5, pairingTopic: 't', expiryTimestamp: 9, requester: { metadata }, authPayload },
    builtInNetworks,
  )

test('a sign-in says to what, on which networks, and what may be asked later', () => {
  expect(read(payload)?.ask).toMatchObject({
    kind: 'sign-in',
    id: 5,
    domain: 'app.example',
    statement: 'Welcome ⟨U+202E⟩back',
    facts: [
      ['For', 'https://app.example'],
      ['Also names', 'https://app.example/terms'],
    ],
    cautions: [],
    networks: [{ id: 'eip155:1' }, { id: 'eip155:31337' }],
    methods: ['personal_sign', 'eth_sendTransaction'],
    expiresAt: 9000,
    obstacle: undefined,
  })
})

test('without a network of this wallet it cannot be approved', () => {
  expect(read({ ...payload, chains: ['solana:x'] })?.ask.obstacle).toMatchObject({
    code: signErrors.unsupportedChains,
  })
})

test('a broken list of abilities is none, and what is no sign-in is not read', () => {
  expect(read({ ...payload, resources: ['urn:recap:???'] })?.ask.methods).toEqual([])
  expect(read({ ...payload, nonce: undefined })).toBeUndefined()
  expect(read({ ...payload, chains: [] })).toBeUndefined()
})

test('an app that asks to sign in elsewhere is told apart', () => {
  const app = { name: 'App', url: 'https://app.example' }
  expect(read(payload, app)?.ask.cautions).toEqual([])
  const elsewhere = { ...payload, domain: 'bank.example', aud: 'https://bank.example' }
  expect(read(elsewhere, app)?.ask.cautions).toEqual([
    'The app says that it is at app.example, but it asks you to sign in to another place.',
  ])
  expect(read({ ...payload, aud: 'https://bank.example' }, app)?.ask.cautions).toEqual([
    'The message is meant for another address than it names first.',
  ])
})

test('a long text is shown whole, since it is signed whole', () => {
  const statement = 'a '.repeat(1000).trim()
  expect(read({ ...payload, statement })?.ask.statement).toBe(statement)
})
