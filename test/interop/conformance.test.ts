/** The suite that every adapter passes, on sessions over the relay with an unmodified wallet at the other end. */
import './socket.js'
import { conformanceCases } from '@latchkey/adapters/conformance'
import { type Evm, startEvm } from '@latchkey/local'
import { afterAll, beforeAll, describe, inject, test } from 'vitest'
import { createRelayWorld } from './conformanceWorld.js'
import { network } from './kit.js'

const relayUrl = `${inject('gateway').replace(/^http/, 'ws')}/relay`
let evm: Evm

beforeAll(async () => {
  evm = await startEvm({ seeded: false })
})
afterAll(() => evm.close())

describe('eip155 over the relay conforms', () => {
  const cases = conformanceCases((options) =>
    createRelayWorld({
      ...options,
      relayUrl,
      networks: [network(1, evm.url), network(10, evm.url)],
    }),
  )
  test.each(cases.map(({ title, run }) => [title, run] as const))('%s', (_, run) => run())
})
