/** What is proposed and what may be approved, with the codes of CAIP-25. */
import { signErrors, signNamespaces } from '@latchkey/spec/relay'
import { expect, test } from 'vitest'
import { approvalProblem, approvedOn, proposalFor, proposalProblem } from './namespaces.js'

const account = '0x00000000000000000000000000000000000000A1'
const eip155 = { accounts: [`eip155:1:${account}`], methods: ['personal_sign'], events: ['chainChanged'] }
const none = { methods: [], events: [] }

test('[S9-18] a proposal asks each namespace for what its wallets do, and any other for the usual', () => {
  const networks = [...signNamespaces, 'bip122'].map((namespace) => `${namespace}:1` as const)
  const proposal = proposalFor(networks)
  expect(Object.keys(proposal)).toEqual([...signNamespaces, 'bip122'])
  expect(proposal.eip155?.methods).toContain('personal_sign')
  expect(proposal.near?.methods).toContain('near_signTransaction')
  expect(proposal.bip122?.methods).toContain('signMessage')
  expect(proposalProblem(proposal)).toBeUndefined()
})

test('networks of one namespace are proposed together, each once', () => {
  const proposal = proposalFor(['eip155:1', 'eip155:10', 'eip155:1'])
  expect(proposal.eip155?.chains).toEqual(['eip155:1', 'eip155:10'])
})

test.each([
  ['no chains', { cosmos: { chains: [], ...none } }, signErrors.unsupportedChains],
  ['a chain without a namespace', { eip155: { chains: ['42'], ...none } }, signErrors.unsupportedChains],
  ['a chain of another', { eip155: { chains: ['cosmos:hub'], ...none } }, signErrors.unsupportedChains],
  ['no key', { '': { chains: [':1'], ...none } }, signErrors.unsupportedNamespaceKey],
  ['a key of stars', { '**': { chains: ['**:1'], ...none } }, signErrors.unsupportedNamespaceKey],
] as const)('a proposal with %s is refused', (_what, proposal, code) => {
  expect(proposalProblem(proposal)?.peerCode).toBe(code)
})

test.each([
  ['nothing at all', {}],
  ['one chain as its key', { 'eip155:10': none }],
  ['no methods and no events', { eip155: { chains: ['eip155:1'], ...none } }],
])('a proposal with %s is fine', (_what, proposal) => {
  expect(proposalProblem(proposal)).toBeUndefined()
})

const required = { eip155: { chains: ['eip155:1', 'eip155:10'], methods: ['eth_sign'], events: ['x'] } }
const both = [`eip155:1:${account}`, `eip155:10:${account}`]

test.each([
  ['nothing', {}, {}, signErrors.userRejectedChains],
  ['no accounts', { eip155: { ...eip155, accounts: [] } }, {}, signErrors.userRejectedChains],
  [
    'an account without its chain',
    { eip155: { ...eip155, accounts: [`eip155:${account}`] } },
    {},
    signErrors.unsupportedAccounts,
  ],
  [
    'an account of another namespace',
    { eip155: { ...eip155, accounts: ['cosmos:hub:abc'] } },
    {},
    signErrors.unsupportedAccounts,
  ],
  ['a key that is none', { '**': eip155 }, {}, signErrors.unsupportedNamespaceKey],
  [
    'a required chain missing',
    { eip155: { accounts: [`eip155:1:${account}`], methods: ['eth_sign'], events: ['x'] } },
    required,
    signErrors.userRejectedChains,
  ],
  [
    'a required method missing',
    { eip155: { accounts: both, methods: [], events: ['x'] } },
    required,
    signErrors.userRejectedMethods,
  ],
  [
    'a required event missing',
    { eip155: { accounts: both, methods: ['eth_sign'], events: [] } },
    required,
    signErrors.userRejectedEvents,
  ],
] as const)('an approval with %s is refused', (_what, approved, needs, code) => {
  // Lists of a table are typed as constant.
  expect(approvalProblem(approved as never, needs)?.peerCode).toBe(code)
})

test('an approval may give more than was required, also under keys of single chains', () => {
  const approved = {
    eip155: { accounts: [`eip155:1:${account}`], methods: ['eth_sign', 'more'], events: ['x', 'y'] },
    'eip155:10': { accounts: [`eip155:10:${account}`], methods: ['eth_sign'], events: ['x'] },
  }
  expect(approvalProblem(approved, required)).toBeUndefined()
})

test('what is approved on a chain counts there and not on its neighbours', () => {
  const approved = { eip155, 'eip155:10': { ...eip155, accounts: both.slice(1), methods: ['only_here'] } }
  expect(approvedOn(approved, 'eip155:1').methods).toEqual(['personal_sign'])
  expect(approvedOn(approved, 'eip155:10').methods).toEqual(['personal_sign', 'only_here'])
  expect(approvedOn(approved, 'eip155').accounts).toEqual(both)
  expect(approvedOn(approved, 'solana').accounts).toEqual([])
})
