/** Choosing and registering a name, against a gateway that answers what the test says. */
import { asAddress } from '@latchkey/spec/caip'
import { nameMessages } from '@latchkey/spec/endpoints'
import { limits, seconds } from '@latchkey/spec/limits'
import * as v from 'valibot'
import { expect, test, vi } from 'vitest'
import { startFeature } from '../../feature.js'
import { selectView } from '../../select.js'
import type { FakeAnswer, FakeCall } from '../../testing/createFakeFetch.js'
import { createFakeWallet, createTestKit, settle } from '../../testing/index.js'
import { names } from '../onDemand.js'
import type { Names } from './names.js'

const one = '0x00000000000000000000000000000000000000A1'
const two = '0x00000000000000000000000000000000000000A2'
const expiresAt = '2026-01-05T10:05:00.000Z'

type Answer = FakeAnswer | ((call: FakeCall) => FakeAnswer | Promise<FakeAnswer>)

const refusal = (status: number, field: string, description: string): FakeAnswer => ({
  status,
  json: { status: 'FAILED', reasons: [{ field, description }] },
})

const record = (name: string, address: string) => ({ name, attributes: {}, addresses: { '60': { address } } })

/** A gateway whose zone is latch.id. `taken` are labels that somebody has. */
function createWorld({ asks = [] }: { asks?: readonly 'signMessage'[] } = {}) {
  const wallet = createFakeWallet({ accounts: [one, two], asks })
  const world = createTestKit({ wallets: [wallet], gatewayUrl: 'https://gateway.test', projectId: 'p1' })
  const taken = new Set(['alice'])
  const answers: Record<string, Answer> = {
    suggestions: ({ url }) => {
      const label = decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? '')
      const words = [label, `${label}a`, `${label}b`]
      return {
        json: {
          suggestions: words.map((word) => ({ name: `${word}.latch.id`, registered: taken.has(word) })),
        },
      }
    },
    nonce: { json: { nonce: 'n1', expiresAt } },
    account: { json: record('bobby.latch.id', one) },
    identity: { json: { name: 'bobby.latch.id', avatar: null } },
  }
  world.fetch.always((call) => {
    const answer = answers[new URL(call.url).pathname.split('/')[3] ?? ''] ?? answers.identity
    if (call.url.includes('/v1/identity/')) return give(answers.identity, call)
    return give(answer, call)
  })
  const asked = (part: string) => world.fetch.calls.filter(({ url }) => url.includes(part))
  return { ...world, wallet, taken, answers, asked }
}

const give = (answer: Answer | undefined, call: FakeCall) => {
  if (answer === undefined) throw new Error(`Nobody expected ${call.url}`)
  return typeof answer === 'function' ? answer(call) : answer
}

async function openForm(world: ReturnType<typeof createWorld>): Promise<Names> {
  await world.kit.connect({ connectorId: 'fake' })
  world.kit.open({ view: 'RegisterAccountName' })
  const handle = await startFeature(world.context, names)
  if (!handle) throw new Error('names are off')
  handle.open()
  // The gateway's client is loaded by the module system, which no fake clock moves.
  await vi.waitUntil(() => handle.store.get().zone)
  return handle
}

async function typeFree({ clock }: ReturnType<typeof createWorld>, form: Names, label = 'bobby') {
  form.type(label)
  await clock.advanceAsync(limits.nameSearchWait)
}

test('without a gateway there are no names', async () => {
  expect(await startFeature(createTestKit().context, names)).toBeUndefined()
})

test('the zone of the gateway is known before anything is typed', async () => {
  const form = await openForm(createWorld())
  expect(form.store.get()).toMatchObject({ zone: 'latch.id', label: '', check: { status: 'empty' } })
})

test.each([
  ['abc', 'A name has at least 4 characters'],
  ['a'.repeat(64), 'A name has at most 63 characters'],
  ['al ice', 'A name has letters, digits and hyphens only'],
  ['alïce', 'A name has letters, digits and hyphens only'],
  ['alice.eth', 'A name has letters, digits and hyphens only'],
])('[S5-09] %s cannot be a name, and the gateway is not asked', async (label, reason) => {
  const world = createWorld()
  const form = await openForm(world)
  const before = world.fetch.calls.length
  form.type(label)
  expect(form.store.get().check).toEqual({ status: 'invalid', reason })
  await world.clock.advanceAsync(seconds(5))
  expect(world.fetch.calls).toHaveLength(before)
})

test('[S7-15] the gateway is asked once when the typing pauses, and says what is free', async () => {
  const world = createWorld()
  const form = await openForm(world)
  const before = world.asked('/suggestions/').length
  for (const label of ['al', 'alic', 'alice']) {
    form.type(label)
    await world.clock.advanceAsync(limits.nameSearchWait - 1)
  }
  expect(world.asked('/suggestions/')).toHaveLength(before)
  expect(form.store.get().check).toEqual({ status: 'checking' })
  await world.clock.advanceAsync(1)
  expect(form.store.get()).toMatchObject({
    check: { status: 'taken', name: 'alice.latch.id' },
    suggestions: ['alicea.latch.id', 'aliceb.latch.id'],
  })
  expect(world.asked('/suggestions/')).toHaveLength(before + 1)
  await typeFree(world, form)
  expect(form.store.get().check).toEqual({ status: 'free', name: 'bobby.latch.id' })
})

test('an answer about what was typed before is dropped', async () => {
  const world = createWorld()
  const form = await openForm(world)
  const { suggestions } = world.answers
  const late: (() => void)[] = []
  world.answers.suggestions = (call) =>
    new Promise((resolve) => late.push(() => resolve(give(suggestions, call))))
  await typeFree(world, form, 'alice')
  await typeFree(world, form, 'bobby')
  late[1]?.()
  await settle()
  expect(form.store.get().check).toEqual({ status: 'free', name: 'bobby.latch.id' })
  late[0]?.()
  await settle()
  expect(form.store.get().check).toEqual({ status: 'free', name: 'bobby.latch.id' })
})

test('a form that is opened with a wish looks it up at once', async () => {
  const world = createWorld()
  const form = await openForm(world)
  form.open('Bobby')
  await world.clock.advanceAsync(limits.nameSearchWait)
  expect(form.store.get()).toMatchObject({ label: 'bobby', check: { status: 'free' } })
  form.open()
  expect(form.store.get()).toMatchObject({ label: '', check: { status: 'empty' }, zone: 'latch.id' })
})

test('a whole name that was wished for before the zone was known is read when it is', async () => {
  const world = createWorld()
  await world.kit.connect({ connectorId: 'fake' })
  const form = await startFeature(world.context, names)
  form?.open('bobby.latch.id')
  expect(form?.store.get().check.status).toBe('invalid')
  await vi.waitUntil(() => form?.store.get().label === 'bobby')
})

test('capitals and a pasted zone are part of no label', async () => {
  const form = await openForm(createWorld())
  form.type('  Bobby.Latch.ID ')
  expect(form.store.get().label).toBe('bobby')
})

test.each([
  ['[S8-13] a reason', refusal(400, 'name', 'This word is reserved'), 'This word is reserved'],
  ['[S8-13] no reason', { status: 404 }, 'Error fetching name suggestions'],
  ['[D-13] an answer without the name', { json: { suggestions: [] } }, 'Error fetching name suggestions'],
] as const)('a search that fails with %s says so, and can be repeated', async (_, answer, reason) => {
  const world = createWorld()
  const form = await openForm(world)
  const { suggestions = {} } = world.answers
  world.answers.suggestions = answer
  await typeFree(world, form)
  expect(form.store.get().check).toEqual({ status: 'failed', reason })
  world.answers.suggestions = suggestions
  form.checkAgain()
  await world.clock.advanceAsync(0)
  expect(form.store.get().check).toEqual({ status: 'free', name: 'bobby.latch.id' })
})

test('[S4-21] [S7-16] a free name is signed for and registered, and then shown', async () => {
  const world = createWorld({ asks: ['signMessage'] })
  const form = await openForm(world)
  await typeFree(world, form)
  const done = form.register()
  await settle()
  expect(form.store.get().step).toBe('signing')
  let answer = (_: FakeAnswer) => {}
  world.answers.account = () => new Promise((resolve) => (answer = resolve))
  world.wallet.approve('signMessage')
  await settle()
  expect(form.store.get().step).toBe('registering')
  answer({ json: record('bobby.latch.id', one) })
  await done
  expect(form.store.get()).toMatchObject({
    step: 'RegisterAccountNameSuccess',
    registered: 'bobby.latch.id',
    problem: undefined,
  })
  expect(world.kit.store.get().router.history.at(-1)).toEqual({
    view: 'RegisterAccountNameSuccess',
    data: { name: 'bobby.latch.id' },
  })
  expect(world.asked('/v1/identity/').map(({ cache }) => cache)).toContain('reload')
  await settle()
  expect(world.kit.store.get().accountNames).toEqual({ eip155: 'bobby.latch.id' })
})

test('[S4-21] a name that is registered but cannot be shown yet is registered all the same', async () => {
  const world = createWorld()
  const form = await openForm(world)
  await typeFree(world, form)
  // The code of the cache did not come.
  vi.spyOn(world.context.services, 'queries').mockRejectedValue(new Error('gone'))
  world.taken.add('bobby')
  await form.register()
  await world.clock.advanceAsync(limits.nameSearchWait)
  expect(form.store.get()).toMatchObject({
    step: 'RegisterAccountNameSuccess',
    registered: 'bobby.latch.id',
    problem: undefined,
    check: { status: 'free' },
  })
})

test('[D-20] what is signed is bound to the network, the page and a nonce of the gateway', async () => {
  const world = createWorld()
  const form = await openForm(world)
  await typeFree(world, form)
  await form.register()
  const call = world.fetch.calls.find(({ method }) => method === 'POST')
  const body = v.parse(
    v.strictObject({
      message: v.string(),
      signature: v.string(),
      coin_type: v.number(),
      address: v.string(),
    }),
    call?.body,
  )
  // Chain 1 of ENSIP-11, as a gateway of this wire reads it.
  expect(body).toMatchObject({ coin_type: 2147483649, address: one })
  expect(body.signature).toBe(`${body.message} signed by ${one}`)
  const signed: unknown = JSON.parse(body.message)
  expect(signed).toMatchObject({
    action: 'register',
    name: 'bobby.latch.id',
    chainId: 'eip155:1',
    nonce: 'n1',
    projectId: 'p1',
    issuedAt: '2026-01-05T10:00:00.000Z',
    expiresAt,
  })
  expect(v.is(nameMessages.register, signed)).toBe(true)
})

test('[S4-21] a signature that is declined leads back to the form, with the name still free', async () => {
  const world = createWorld({ asks: ['signMessage'] })
  const form = await openForm(world)
  await typeFree(world, form)
  const done = form.register()
  await settle()
  world.wallet.reject('signMessage')
  await done
  expect(form.store.get()).toMatchObject({
    step: 'RegisterAccountName',
    check: { status: 'free' },
    problem: { kind: 'declined' },
  })
  expect(selectView(world.kit.store.get())).toBe('RegisterAccountName')
  expect(world.fetch.calls.some(({ method }) => method === 'POST')).toBe(false)
  // And once more, with another answer.
  const again = form.register()
  await settle()
  expect(form.store.get().problem).toBeUndefined()
  world.wallet.approve('signMessage')
  await again
  expect(form.store.get().step).toBe('RegisterAccountNameSuccess')
})

test('[S4-21] [S8-13] [wire defect 9] a refusal leads back to the form with the reason of the service', async () => {
  const world = createWorld()
  const form = await openForm(world)
  await typeFree(world, form)
  // Somebody else was quicker.
  world.answers.account = refusal(400, 'name', 'Name is already registered')
  world.taken.add('bobby')
  await form.register()
  await world.clock.advanceAsync(0)
  expect(form.store.get()).toMatchObject({
    step: 'RegisterAccountName',
    problem: { kind: 'failed', reason: 'Name is already registered' },
    check: { status: 'taken' },
  })
})

test.each(['nonce', 'account'])(
  '[S8-13] without a reason, a failed %s has the text of the rule',
  async (part) => {
    const world = createWorld()
    const form = await openForm(world)
    await typeFree(world, form)
    world.answers[part] = { status: 404 }
    await form.register()
    expect(form.store.get().problem).toEqual({
      kind: 'failed',
      reason: 'Error registering name bobby.latch.id',
    })
  },
)

test.each([
  ['ours', one, 'RegisterAccountNameSuccess'],
  ['of somebody else', two, 'RegisterAccountName'],
] as const)('when the answer is lost and the name is %s, that decides', async (_, owner, step) => {
  const world = createWorld()
  const form = await openForm(world)
  await typeFree(world, form)
  world.answers.account = ({ method }) =>
    method === 'POST' ? 'unreachable' : { json: record('bobby.latch.id', owner) }
  await form.register()
  expect(form.store.get().step).toBe(step)
  expect(world.fetch.calls.filter(({ method }) => method === 'POST')).toHaveLength(1)
})

test.each([
  ['ours', one, 'RegisterAccountNameSuccess'],
  ['of somebody else', two, 'RegisterAccountName'],
] as const)(
  '[D-10] a name that was registered after everybody stopped waiting is %s at the next look',
  async (_, owner, step) => {
    const world = createWorld()
    const form = await openForm(world)
    await typeFree(world, form)
    // Nobody has it yet when it is asked for.
    world.answers.account = ({ method }) => (method === 'POST' ? { status: 500 } : { status: 404 })
    await form.register()
    await world.clock.advanceAsync(limits.nameSearchWait)
    expect(form.store.get()).toMatchObject({ step: 'RegisterAccountName', problem: { kind: 'failed' } })
    world.taken.add('bobby')
    world.answers.account = { json: record('bobby.latch.id', owner) }
    form.checkAgain()
    await world.clock.advanceAsync(0)
    await vi.waitUntil(() => form.store.get().check.status === 'taken' || form.store.get().registered)
    expect(form.store.get().step).toBe(step)
  },
)

test('[D-11] an account that changes before it signs is not given the name', async () => {
  const world = createWorld()
  const form = await openForm(world)
  await typeFree(world, form)
  world.wallet.changeAccounts([two, one], { isSilent: true })
  await form.register()
  expect(form.store.get()).toMatchObject({ step: 'RegisterAccountName', problem: { kind: 'failed' } })
  expect(world.fetch.calls.some(({ method }) => method === 'POST')).toBe(false)
})

test('going away takes the question back, and nothing is said about it', async () => {
  const world = createWorld({ asks: ['signMessage'] })
  const form = await openForm(world)
  await typeFree(world, form)
  const done = form.register()
  await settle()
  form.cancel()
  await done
  expect(world.wallet.prompts[0]?.isAborted).toBe(true)
  expect(form.store.get()).toMatchObject({ step: 'RegisterAccountName', problem: undefined })
})

test('somebody who went elsewhere is not pulled back by the success', async () => {
  const world = createWorld({ asks: ['signMessage'] })
  const form = await openForm(world)
  await typeFree(world, form)
  const done = form.register()
  await settle()
  world.kit.open({ view: 'Account' })
  world.wallet.approve('signMessage')
  await done
  expect(selectView(world.kit.store.get())).toBe('Account')
  expect(form.store.get().registered).toBe('bobby.latch.id')
})

test('pressing twice asks the wallet once', async () => {
  const world = createWorld({ asks: ['signMessage'] })
  const form = await openForm(world)
  await typeFree(world, form)
  const done = Promise.all([form.register(), form.register()])
  await settle()
  expect(world.wallet.prompts).toHaveLength(1)
  world.wallet.approve('signMessage')
  await done
})

test('[S7-13] [wire defect 9] a name leads to its address on the network, else to that of any network, never to that of another', async () => {
  const world = createWorld()
  const form = await openForm(world)
  world.answers.account = {
    json: { name: 'x', addresses: { '60': { address: two }, '2147483649': { address: one } } },
  }
  expect(await form.resolve('carol.latch.id')).toBe(one)
  world.answers.account = { json: { name: 'x', addresses: { '2147483648': { address: two } } } }
  expect(await form.resolve('dave.latch.id')).toBe(two)
  // Of a contract on another network: here it may be nobody.
  world.answers.account = { json: { name: 'x', addresses: { '2147492101': { address: two } } } }
  expect(await form.resolve('erin.latch.id')).toBeUndefined()
  world.answers.account = { json: [] }
  expect(await form.resolve('nobody.latch.id')).toBeUndefined()
  world.answers.account = { status: 404 }
  expect(await form.resolve('noone.latch.id')).toBeUndefined()
})

test('[S8-13] [S7-14] questions about names fail with the texts of the rule', async () => {
  const world = createWorld()
  const form = await openForm(world)
  world.answers.reverse = { json: [record('a.latch.id', one), record('b.latch.id', one)] }
  expect(await form.namesOf(asAddress(one))).toEqual(['a.latch.id', 'b.latch.id'])
  world.answers.reverse = { status: 400 }
  world.answers.account = { status: 400 }
  await expect(form.namesOf(asAddress(two))).rejects.toThrow('Error fetching names for address')
  await expect(form.resolve('eve.latch.id')).rejects.toThrow('Error resolving name')
})

test('a kit that is gone asks nobody', async () => {
  const world = createWorld()
  const form = await openForm(world)
  form.type('bobby')
  world.kit.destroy()
  const before = world.fetch.calls.length
  await world.clock.advanceAsync(seconds(5))
  expect(world.fetch.calls).toHaveLength(before)
  expect(world.clock.pending).toBe(0)
})
