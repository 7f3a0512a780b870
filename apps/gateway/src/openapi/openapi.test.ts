import { type Endpoint, endpoints } from '@latchkey/spec/endpoints'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { servedNames } from '../routes/served.js'
import { startTestGateway, type TestGateway } from '../testing/startTestGateway.js'
import type { OpenApi } from './document.js'
import { toJsonSchema } from './jsonSchema.js'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway.stop())

test('every endpoint that is served is in the document, and no other', async () => {
  const document = (await (await gateway.ask('/openapi.json')).json()) as OpenApi // its shape is what is looked at
  const told = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  expect(told.map(({ operationId }) => operationId).sort()).toEqual([...servedNames].sort())
  for (const { operationId, parameters, responses } of told) {
    const { status = 200, path }: Endpoint = endpoints[operationId as keyof typeof endpoints] // one of the names above
    expect(Object.keys(responses)).toContain(String(status))
    const inPath = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)
    expect(inPath).toEqual([...path.matchAll(/:(\w+)/g)].map(([, name]) => name))
  }
})

test('the page needs no script and no exception from its policy, and names every endpoint', async () => {
  const answer = await gateway.ask('/reference')
  const policy = answer.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toContain('unsafe')
  const html = await answer.text()
  expect(html).not.toMatch(/<script|style=|onclick|javascript:/i)
  for (const name of servedNames) expect(html).toContain(`id="${name}"`)
})

test('neither a project nor an origin is needed to read the contract', async () => {
  const closed = await startTestGateway({ LATCHKEY_LOCAL: '0' })
  try {
    for (const path of ['/openapi.json', '/reference'])
      expect((await closed.ask(path, { headers: { origin: 'https://anywhere.example' } })).status).toBe(200)
  } finally {
    await closed.stop()
  }
})

test('schemas are written with what they demand', () => {
  const schema = v.strictObject({
    id: v.pipe(v.string(), v.uuid()),
    amount: v.pipe(v.string(), v.maxLength(78), v.regex(/^\d+$/)),
    count: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 1),
    kind: v.nullable(v.picklist(['a', 'b'])),
    ids: v.pipe(v.union([v.string(), v.array(v.string())]), v.transform(String), v.maxLength(20)),
    list: v.pipe(
      v.custom<string[]>(() => true, 'Expected a list of 1 to 3 items'),
      v.array(v.string()),
    ),
  })
  expect(toJsonSchema(schema)).toEqual({
    type: 'object',
    properties: {
      id: { type: 'string', format: 'uuid' },
      amount: { type: 'string', maxLength: 78, pattern: '^\\d+$' },
      count: { type: 'integer', minimum: 1, default: 1 },
      kind: { anyOf: [{ enum: ['a', 'b'] }, { type: 'null' }] },
      ids: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
      list: { type: 'array', items: { type: 'string' }, description: 'Expected a list of 1 to 3 items' },
    },
    required: ['id', 'amount', 'kind', 'ids', 'list'],
    additionalProperties: false,
  })
})
