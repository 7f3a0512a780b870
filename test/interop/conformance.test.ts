/** The suite that every adapter passes, on sessions over the relay with an unmodified wallet at the other end. */
import './socket.js'
import { type ConformanceAbsences, conformanceCases } from '@latchkey/adapters/conformance'
import { type Evm, startEvm } from '@latchkey/local'
import { afterAll, beforeAll, describe, inject, test } from 'vitest'
import { createRelayWorld } from './conformanceWorld.js'
import {
  bip122Family,
  eip155Family,
  type Family,
  placeless,
  polkadotFamily,
  solanaFamily,
} from './families.js'

const relayUrl = `${inject('gateway').replace(/^http/, 'ws')}/relay`
let evm: Evm

beforeAll(async () => {
  evm = await startEvm({ seeded: false })
})
afterAll(() => evm.close())

interface Entry {
  readonly create: () => Family | Promise<Family>
  readonly absent?: ConformanceAbsences
}

const families: Readonly<Record<Family['namespace'], Entry>> = {
  eip155: { create: () => eip155Family(evm.url) },
  solana: { create: solanaFamily, absent: placeless },
  bip122: { create: bip122Family, absent: placeless },
  polkadot: { create: polkadotFamily, absent: placeless },
}

describe.each(Object.entries(families))('%s over the relay conforms', (_, { create, absent }) => {
  const cases = conformanceCases(
    async (options) => createRelayWorld({ ...options, relayUrl, family: await create() }),
    absent,
  )
  test.each(cases.map(({ title, run }) => [title, run] as const))('%s', (__, run) => run())
})
