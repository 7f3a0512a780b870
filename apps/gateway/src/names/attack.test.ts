/** What people try who want a name, or to change one, without the key for it. */
import { failureBody, nameRecord } from '@latchkey/spec/endpoints'
import { minutes, seconds } from '@latchkey/spec/limits'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../ports/clock.js'
import {
  boundEnvelope,
  boundMessage,
  type Envelope,
  localCoin,
  personOf,
  postName,
  sign,
} from '../testing/nameEnvelope.js'
import { startTestGateway, type TestGateway } from '../testing/startTestGateway.js'

let gateway: TestGateway
/** How far the gateway's clock is from everybody else's. */
let shift = 0
const clock = { ...systemClock, now: () => Date.now() + shift }
beforeAll(async () => {
  const unlimited = { LATCHKEY_NAMES_PER_ADDRESS: '1000', LATCHKEY_NAMES_PER_DAY: '0' }
  gateway = await startTestGateway(unlimited, { clock })
})
afterAll(() => gateway.stop())

const frank = personOf(5)
const mallory = personOf(6)
let count = 0
/** A name that nobody has yet. */
const freshName = () => `fresh-${++count}-name.latch.id`

async function verdict(answer: Response): Promise<string> {
  if (answer.status === 200) return '200'
  const { reasons } = v.parse(failureBody, await answer.json())
  return `${answer.status} ${reasons[0]?.field}`
}

const isTaken = async (name: string) =>
  v.is(nameRecord, await (await gateway.ask(`/v1/profile/account/${name}?apiVersion=2`)).json())

const registration = (name: string) => ({ action: 'register', name })

/** The older form, at a time in seconds from now. */
const timed = (content: object, offset = 0) =>
  JSON.stringify({ ...content, timestamp: Math.floor(Date.now() / 1000) + offset })

describe('a message is used once', () => {
  test('[D-20] [wire defect 8] a bound message that is sent again is refused', async () => {
    const name = freshName()
    const path = `/account/${name}/attributes`
    await postName(gateway, await boundEnvelope(gateway, frank, registration(name)))
    const first = await boundEnvelope(gateway, frank, {
      action: 'attributes',
      name,
      attributes: { bio: 'first' },
    })
    expect(await verdict(await postName(gateway, first, path))).toBe('200')
    const second = await boundEnvelope(gateway, frank, {
      action: 'attributes',
      name,
      attributes: { bio: 'second' },
    })
    expect(await verdict(await postName(gateway, second, path))).toBe('200')
    expect(await verdict(await postName(gateway, first, path))).toBe('400 nonce')
    const { attributes } = v.parse(
      nameRecord,
      await (await gateway.ask(`/v1/profile/account/${name}`)).json(),
    )
    expect(attributes).toEqual({ bio: 'second' })
  })

  test('[D-20] a message of the older form that is sent again is refused, also with its signature written otherwise', async () => {
    const name = freshName()
    const path = `/account/${name}/attributes`
    await postName(gateway, await boundEnvelope(gateway, frank, registration(name)))
    const envelope = await sign(frank, timed({ attributes: { bio: 'once' } }))
    expect(await verdict(await postName(gateway, envelope, path))).toBe('200')
    expect(await verdict(await postName(gateway, envelope, path))).toBe('400 nonce')
    expect(await verdict(await postName(gateway, { ...envelope, signature: twin(envelope) }, path))).toBe(
      '400 nonce',
    )
    const lower = { ...envelope, address: envelope.address.toLowerCase() }
    expect(await verdict(await postName(gateway, lower, path))).toBe('400 nonce')
  })

  test('[D-20] a message that names no name cannot be used for a second name of its owner', async () => {
    const [one, two] = [freshName(), freshName()]
    for (const name of [one, two])
      await postName(gateway, await boundEnvelope(gateway, frank, registration(name)))
    const envelope = await sign(frank, timed({ attributes: { bio: 'for one' } }))
    expect(await verdict(await postName(gateway, envelope, `/account/${one}/attributes`))).toBe('200')
    expect(await verdict(await postName(gateway, envelope, `/account/${two}/attributes`))).toBe('400 nonce')
  })

  test('[D-20] of a message that is sent ten times at once one counts', async () => {
    const name = freshName()
    await postName(gateway, await boundEnvelope(gateway, frank, registration(name)))
    const envelope = await boundEnvelope(gateway, frank, { action: 'attributes', name, attributes: {} })
    const all = await Promise.all(
      Array.from({ length: 10 }, async () =>
        verdict(await postName(gateway, envelope, `/account/${name}/attributes`)),
      ),
    )
    expect(all.sort()).toEqual(['200', ...Array(9).fill('400 nonce')])
  })
})

/** The same signature with the other root: it recovers to the same key. */
function twin({ signature }: Envelope): `0x${string}` {
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
  const s = (order - BigInt(`0x${signature.slice(66, 130)}`)).toString(16).padStart(64, '0')
  return `0x${signature.slice(2, 66)}${s}${signature.endsWith('1b') ? '1c' : '1b'}`
}

describe('a signature is for what was signed', () => {
  test.each([
    [
      'somebody else signs in the name of an address',
      async (name: string) => ({
        ...(await boundEnvelope(gateway, mallory, registration(name))),
        address: frank.address,
      }),
      '401 signature',
    ],
    [
      'the name is exchanged after signing',
      async (name: string) => {
        const envelope = await boundEnvelope(gateway, frank, registration('harmless-name.latch.id'))
        return { ...envelope, message: envelope.message.replace('harmless-name.latch.id', name) }
      },
      '401 signature',
    ],
    [
      'a space is added to the JSON',
      async (name: string) => {
        const envelope = await boundEnvelope(gateway, frank, registration(name))
        return { ...envelope, message: envelope.message.replace('{', '{ ') }
      },
      '401 signature',
    ],
    [
      'a name is said twice',
      async (name: string) => {
        const message = (await boundMessage(gateway, registration('harmless-name.latch.id'))).replace(
          '{',
          `{"name":"${name}",`,
        )
        return sign(frank, message)
      },
      '422 ',
    ],
    [
      'a field that nobody knows is signed',
      async (name: string) => boundEnvelope(gateway, frank, { ...registration(name), free: true }),
      '422 ',
    ],
    [
      'an action is used as another',
      async (name: string) => boundEnvelope(gateway, frank, { ...registration(name), action: 'attributes' }),
      '422 ',
    ],
    ['it is no JSON', async () => sign(frank, 'give me a name'), '422 '],
    ['it is a list', async () => sign(frank, '[]'), '422 '],
    [
      'the checksum of the address is wrong',
      async (name: string) => {
        const envelope = await boundEnvelope(gateway, frank, registration(name))
        return { ...envelope, address: envelope.address.replace(/[a-f]/, (letter) => letter.toUpperCase()) }
      },
      '401 address',
    ],
    [
      'the signature is empty',
      async (name: string) => ({
        ...(await boundEnvelope(gateway, frank, registration(name))),
        signature: '0x',
      }),
      '401 signature',
    ],
    [
      'the signature is none',
      async (name: string) => ({
        ...(await boundEnvelope(gateway, frank, registration(name))),
        signature: `0x${'ff'.repeat(65)}`,
      }),
      '401 signature',
    ],
    [
      'it was signed for another network',
      async (name: string) => ({
        ...(await boundEnvelope(gateway, frank, registration(name))),
        coin_type: 60,
      }),
      '400 coin_type',
    ],
    [
      'the coin is none of eip155',
      async (name: string) => ({
        ...(await boundEnvelope(gateway, frank, registration(name))),
        coin_type: 0,
      }),
      '400 coin_type',
    ],
  ])('[D-20] where %s, nothing is registered', async (_, make, expected) => {
    const name = freshName()
    expect(await verdict(await postName(gateway, await make(name)))).toBe(expected)
    expect(await isTaken(name)).toBe(false)
  })

  test('[D-20] [wire defect 8] a message for another page is refused; that of the page itself is not', async () => {
    const name = freshName()
    const envelope = await boundEnvelope(gateway, frank, {
      ...registration(name),
      domain: 'app.example:8443',
    })
    const from = (origin: string) => postName(gateway, envelope, '/account', { origin })
    for (const origin of [
      'https://app.example',
      'https://evil.example',
      'null',
      'https://app.example:8443.evil.example',
    ])
      expect(await verdict(await from(origin))).toBe('401 signature')
    expect(await verdict(await from('https://app.example:8443'))).toBe('200')
  })

  test('a name is not changed by an address that it merely points at', async () => {
    const name = freshName()
    await postName(gateway, await boundEnvelope(gateway, frank, registration(name)))
    const change = { action: 'address', name, coin_type: localCoin, address: mallory.address }
    const pointing = await boundEnvelope(gateway, frank, change)
    expect(await verdict(await postName(gateway, pointing, `/account/${name}/address`))).toBe('200')
    const taking = await boundEnvelope(gateway, mallory, { ...change, coin_type: 60 })
    expect(await verdict(await postName(gateway, taking, `/account/${name}/address`))).toBe('401 address')
    const back = await boundEnvelope(gateway, frank, { ...change, address: frank.address })
    expect(await verdict(await postName(gateway, back, `/account/${name}/address`))).toBe('200')
  })
})

describe('a message is of now', () => {
  test.each([
    [-61, '400 timestamp'],
    [-58, '200'],
    [58, '200'],
    [62, '400 timestamp'],
    [1e9, '400 timestamp'],
  ])('[D-20] one of the older form that is %i seconds off answers %s', async (offset, expected) => {
    const envelope = await sign(frank, timed({ name: freshName() }, offset))
    expect(await verdict(await postName(gateway, envelope))).toBe(expected)
  })

  test('[D-20] a time that is no whole number of seconds is none', async () => {
    for (const timestamp of [Date.now() / 1000, String(Math.floor(Date.now() / 1000)), -1, null]) {
      const envelope = await sign(frank, JSON.stringify({ name: freshName(), timestamp }))
      expect(await verdict(await postName(gateway, envelope))).toBe('400 timestamp')
    }
  })

  test('[D-20] a nonce ends after five minutes, whatever the message says', async () => {
    const late = new Date(Date.now() + minutes(60)).toISOString()
    const envelope = await boundEnvelope(gateway, frank, { ...registration(freshName()), expiresAt: late })
    try {
      shift = minutes(5) + seconds(1)
      expect(await verdict(await postName(gateway, envelope))).toBe('400 timestamp')
    } finally {
      shift = 0
    }
    expect(await verdict(await postName(gateway, envelope))).toBe('200')
  })

  test('[D-20] a message from the future, or one that is over, is refused', async () => {
    const at = (ms: number) => new Date(Date.now() + ms).toISOString()
    for (const time of [
      { issuedAt: at(minutes(2)) },
      { expiresAt: at(-1) },
      { issuedAt: '9999-99-99T99:99:99Z' },
    ]) {
      const envelope = await boundEnvelope(gateway, frank, { ...registration(freshName()), ...time })
      expect(await verdict(await postName(gateway, envelope))).toBe('400 timestamp')
    }
  })

  test('[D-20] an invented nonce is none, and neither is a real one that was changed', async () => {
    const { nonce } = JSON.parse(await boundMessage(gateway, {})) as { nonce: string }
    const other = nonce.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))
    for (const wrong of ['1', 'f'.repeat(76), other, nonce.toUpperCase(), `${nonce}00`]) {
      const envelope = await boundEnvelope(gateway, frank, { ...registration(freshName()), nonce: wrong })
      expect(await verdict(await postName(gateway, envelope))).toBe('400 nonce')
    }
  })
})

describe('a name is in letters that everybody can tell apart', () => {
  test.each([
    'аlice',
    'ａｌｉｃｅ',
    'alicе',
    'ali\u200bce',
    'ali\u00adce',
    'ålice',
    '𝒶lice',
    'αlice',
    'alice\u0000',
    'alice😀',
    'al ice',
    'al_ice',
    'al.ice',
  ])('[S5-09] %j is refused', async (label) => {
    for (const name of [`${label}.latch.id`, `${label.toUpperCase()}.latch.id`]) {
      const envelope = await boundEnvelope(gateway, frank, registration(name))
      expect(await verdict(await postName(gateway, envelope))).toBe('400 name')
    }
  })
})

describe('attributes are few, small and plain', () => {
  test.each<[string, Record<string, unknown>]>([
    ['a key that nobody knows', { shoe: '42' }],
    ['a key of every object', { constructor: 'x', tostring: 'y' }],
    ['a value of 256 letters', { bio: 'x'.repeat(256) }],
    ['an empty value', { bio: '' }],
    ['a value that is no text', { bio: 1 }],
    ['33 of them', Object.fromEntries(Array.from({ length: 33 }, (_, index) => [`k${index}`, 'v']))],
    ['text that runs backwards', { bio: 'abc\u202Ecba' }],
    ['half a letter', { bio: '\ud800' }],
    ['a zero', { bio: 'a\u0000b' }],
    ['a script as picture', { avatar: 'javascript:alert(1)' }],
    ['a plain address as picture', { avatar: 'http://img.example/a.png' }],
    ['a password in an address', { url: 'https://bank.example@evil.example' }],
    ['a handle with a slash', { 'com.github': 'a/../b' }],
  ])('[S7-16] %s is refused', async (_, attributes) => {
    const name = freshName()
    const envelope = await boundEnvelope(gateway, frank, { ...registration(name), attributes })
    expect(await verdict(await postName(gateway, envelope))).toBe('400 attributes')
    expect(await isTaken(name)).toBe(false)
  })

  test('[S7-16] a message beyond 8192 letters is not even read', async () => {
    const envelope = await boundEnvelope(gateway, frank, {
      ...registration(freshName()),
      projectId: 'p'.repeat(9000),
    })
    expect(await verdict(await postName(gateway, envelope))).toBe('400 message')
  })
})

test('the older form can be switched off, and names of one network address are counted by the day', async () => {
  const strict = await startTestGateway({ LATCHKEY_NAMES_OLDER_FORM: '0', LATCHKEY_NAMES_PER_DAY: '2' })
  try {
    const older = await sign(frank, timed({ name: freshName() }))
    expect(await verdict(await postName(strict, older))).toBe('400 nonce')
    const register = async (index: number) =>
      postName(strict, await boundEnvelope(strict, personOf(index), registration(freshName())))
    expect(await verdict(await register(5))).toBe('200')
    expect(await verdict(await register(6))).toBe('200')
    const refused = await register(7)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(40_000)
    expect(await verdict(refused)).toBe('429 rate_limited')
  } finally {
    await strict.stop()
  }
})

test('[D-20] a gateway of one project registers for that project, for its pages, and for older clients that name none', async () => {
  const closed = await startTestGateway({
    LATCHKEY_LOCAL: '0',
    LATCHKEY_PROJECTS: '[{"id":"shop","name":"Shop","allowedOrigins":["https://shop.example"]}]',
  })
  try {
    const origin = 'https://shop.example'
    const register = async (content: object, query: string, headers: Record<string, string>) => {
      const message = { ...registration(freshName()), domain: 'shop.example', ...content }
      return verdict(
        await postName(closed, await boundEnvelope(closed, frank, message), `/account${query}`, headers),
      )
    }
    expect(await register({ projectId: 'shop' }, '?projectId=shop', { origin })).toBe('200')
    expect(await register({}, '?projectId=shop', { origin })).toBe('200')
    expect(await register({}, '?projectId=shop', {})).toBe('401 x-project-secret')
    expect(await register({ domain: 'evil.example' }, '?projectId=shop', { origin })).toBe('401 signature')
    expect(await register({ projectId: 'other' }, '?projectId=shop', { origin })).toBe('401 signature')
    expect(await register({}, '?projectId=shop', { origin: 'https://evil.example' })).toBe('403 origin')
    expect(await register({}, '?projectId=nobody', { origin })).toBe('401 authentication')
    const older = await sign(frank, timed({ name: freshName() }))
    expect(await verdict(await postName(closed, older, '/account', { origin }))).toBe('200')
    // What reads is for projects only, as everywhere.
    expect((await closed.ask('/v1/profile/suggestions/frank')).status).toBe(401)
  } finally {
    await closed.stop()
  }
})
