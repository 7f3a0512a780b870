/** Every route of the embedded wallet, with requests of the right shape and of any other: each has an answer, and none is a bug. */
import { type WalletRoute, type WalletRouteName, walletRoutes } from '@latchkey/spec/walletApi'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WalletAnswer, WalletBrowser } from '../../testing/walletBrowser.js'
import { startWalletWorld, type WalletWorld } from '../../testing/walletWorld.js'

let world: WalletWorld
let browser: WalletBrowser
let people = 0
beforeAll(async () => {
  world = await startWalletWorld()
})
afterAll(() => world.stop())

/** Some routes end the session. */
async function staySignedIn(): Promise<void> {
  if (people > 0 && (await browser.ask('me')).status === 200) return
  people += 1
  browser = world.browser({ 'x-forwarded-for': `198.51.100.${people}` })
  await world.signIn(browser, `hostile${people}@example.com`)
}

/** Ids, keys, addresses, names: one of them fits wherever a text is asked for; and what no database likes. */
const texts = [
  '00000000-0000-4000-8000-000000000001',
  ...[1, 11, 16, 22, 32, 43, 64, 80, 86, 87, 128].map((length) => 'A'.repeat(length)),
  '123456',
  '12',
  'somebody@example.com',
  'https://shop.example',
  'eip155:31337',
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  `0x${'ab'.repeat(20)}`,
  `0x${'ab'.repeat(32)}`,
  '0x1',
  'google',
  '{"a":1}',
  '\u0000',
  '\ud800',
  '\u202e',
  "'; drop table users; --",
  '%00%ff',
]
const numbers = [0, 1, 2, 60, -1, 31337, 1_700_000_000, Number.MAX_SAFE_INTEGER, 1e300]
const odd: unknown[] = [null, [], [[]], {}, 'x', 1, true, { toString: 1 }, Array(300).fill(0)]

const oddBodies: unknown[] = [[], 'x', { toString: 1 }]

/** What Valibot keeps of a schema, as far as it is looked at here. */
interface Kept {
  readonly type: string
  readonly entries?: Readonly<Record<string, v.GenericSchema>>
  readonly wrapped?: v.GenericSchema
  readonly item?: v.GenericSchema
  readonly value?: v.GenericSchema
  readonly items?: readonly v.GenericSchema[]
  readonly options?: readonly unknown[]
  readonly literal?: unknown
}

/** Values that a schema accepts; some of each kind. */
function valuesOf(schema: v.GenericSchema): unknown[] {
  const kept = schema as unknown as Kept // its own fields
  return valuesFor(kept).filter((value) => v.is(schema, value))
}

function valuesFor({ type, entries, wrapped, item, value, items, options = [], literal }: Kept): unknown[] {
  const of = (inner: v.GenericSchema | undefined) => (inner ? valuesOf(inner) : [])
  if (entries) {
    const fields = Object.entries(entries).map(([name, field]) => [name, of(field)] as const)
    const most = Math.min(4, Math.max(1, ...fields.map(([, list]) => list.length)))
    const pick = (at: number) => fields.map(([name, list]) => [name, list[at % list.length]])
    return Array.from({ length: most }, (_, at) => Object.fromEntries(pick(at)))
  }
  if (wrapped) return [...of(wrapped), undefined, null]
  if (item) return [of(item).slice(0, 1), of(item).slice(0, 3), []]
  if (items) return [items.map((each) => of(each)[0])]
  if (value) return [{}, Object.fromEntries(of(value).map((each, at) => [`key${at}`, each]))]
  if (type === 'union' || type === 'variant') return options.flatMap((each) => of(each as v.GenericSchema)) // its alternatives
  if (type === 'picklist') return [...options]
  if (type === 'literal') return [literal]
  return [...texts, ...numbers, true, false, ...odd]
}

interface Request {
  readonly params: Record<string, string>
  readonly query: Record<string, string>
  readonly body: unknown
}

function requestsFor({ method, params, query, request }: WalletRoute): Request[] {
  const part = (schema: v.GenericSchema | undefined) => (schema ? valuesOf(schema) : [{}])
  const asText = (given: unknown, write: (each: unknown) => string = String) =>
    Object.fromEntries(
      Object.entries(given as object) // parts of an address are objects
        .filter(([, each]) => each !== undefined && !/\p{Cs}/u.test(String(each)))
        .map(([name, each]) => [name, write(each)]),
    )
  const [paths, queries, bodies] = [part(params), part(query), part(request)]
  const hasBody = method !== 'GET'
  const good = Array.from(
    { length: Math.max(paths.length, queries.length, hasBody ? bodies.length : 1) },
    (_, at) => ({
      params: asText(paths[at % paths.length], (each) => encodeURIComponent(String(each))),
      query: asText(queries[at % queries.length]),
      body: hasBody ? bodies[at % bodies.length] : undefined,
    }),
  )
  const [first] = good
  return first && hasBody ? [...good, ...oddBodies.map((body) => ({ ...first, body }))] : good
}

const names = Object.keys(walletRoutes) as WalletRouteName[] // the keys of a literal table

test('there is a request of the right shape for every route', () => {
  const missing = names.filter((name) => {
    const { params, request }: WalletRoute = walletRoutes[name]
    return [params, request].some((schema) => schema && valuesOf(schema).length === 0)
  })
  expect(missing).toEqual([])
})

test.each(names)(
  '[I-19] %s answers nothing with 500, whatever it is sent',
  { timeout: 60_000 },
  async (name) => {
    await staySignedIn()
    for (const each of requestsFor(walletRoutes[name])) {
      const answer: WalletAnswer = await browser.ask(name, each)
      expect(answer.status, `${JSON.stringify(each).slice(0, 400)}: ${JSON.stringify(answer.body)}`).not.toBe(
        500,
      )
    }
  },
)
