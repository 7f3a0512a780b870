/** Whatever comes over an edge, no schema of ours throws, hangs on to a prototype, or answers otherwise the second time. */
import * as fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { endpoints } from './endpoints.js'
import { frameExamples } from './examples.js'
import { type FrameEntry, frameEvents, frameMessages, readAppMessage, readFrameMessage } from './frame.js'
import { type WalletRoute, walletRoutes } from './walletApi.js'

const schemas: [string, v.GenericSchema][] = [
  ...Object.entries<FrameEntry>(frameMessages).flatMap(
    ([name, { request, result }]): [string, v.GenericSchema][] => [
      [`frame ${name} request`, request],
      [`frame ${name} result`, result],
    ],
  ),
  ...Object.entries(frameEvents).map(([name, { payload }]): [string, v.GenericSchema] => [
    `frame event ${name}`,
    payload,
  ]),
  ...Object.entries<WalletRoute>(walletRoutes).flatMap(([name, route]) => partsOf(`wallet ${name}`, route)),
  ...Object.entries(endpoints).flatMap(([name, endpoint]) => partsOf(`gateway ${name}`, endpoint)),
]

function partsOf(name: string, entry: object): [string, v.GenericSchema][] {
  return Object.entries(entry)
    .filter((part): part is [string, v.GenericSchema] => isSchema(part[1]))
    .map(([part, schema]) => [`${name} ${part}`, schema])
}

function isSchema(value: unknown): value is v.GenericSchema {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'schema'
}

/** JSON as an attacker writes it: names that reach prototypes, numbers at the edges, deep and wide. */
const hostile = fc
  .object({
    key: fc.oneof(
      fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'type', 'id', 'payload'),
      fc.string(),
    ),
    maxDepth: 6,
    values: [
      fc.string(),
      fc.boolean(),
      fc.double(),
      fc.maxSafeInteger(),
      fc.constant(null),
      fc.constantFrom('0x', '0x0', '-1', '1e400', '\u0000', '\ud800', '\u202e', 'javascript:alert(1)'),
    ],
  })
  .map((value) => JSON.stringify(value))

const fresh = () => Object.getOwnPropertyNames(Object.prototype).sort().join()

describe('[I-19]', () => {
  test('there is a schema for every side of every edge', () => {
    expect(schemas.length).toBeGreaterThan(200)
  })

  test('random JSON never throws out of a schema, and changes no prototype', () => {
    const before = fresh()
    fc.assert(
      fc.property(hostile, (text) => {
        const threw = schemas.filter(([, schema]) => {
          try {
            v.safeParse(schema, JSON.parse(text))
            return false
          } catch {
            return true
          }
        })
        expect(threw.map(([name]) => name)).toEqual([])
        expect(fresh()).toBe(before)
      }),
      { numRuns: 40 },
    )
  })

  test('values that are no JSON at all are refused, not thrown', () => {
    const cycle: Record<string, unknown> = {}
    cycle.self = cycle
    const trap = new Proxy({}, { get: () => () => undefined, ownKeys: () => [] })
    for (const odd of [
      undefined,
      Number.NaN,
      1n,
      Symbol('x'),
      () => {},
      new Map(),
      new Date(Number.NaN),
      cycle,
      trap,
    ]) {
      expect(() => readAppMessage(odd)).not.toThrow()
      expect(readAppMessage(odd)).toBeUndefined()
      expect(readFrameMessage(odd)).toBeUndefined()
    }
  })

  test('what was read, written and read again is the same', () => {
    for (const [method, { request, result }] of Object.entries(frameExamples)) {
      const entry: FrameEntry = frameMessages[method as keyof typeof frameMessages]
      for (const [schema, value] of [
        [entry.request, request],
        [entry.result, result],
      ] as const) {
        const once = v.parse(schema, value)
        const again = once === undefined ? undefined : (JSON.parse(JSON.stringify(once)) as unknown)
        expect(v.parse(schema, again), method).toEqual(once)
      }
    }
  })
})
