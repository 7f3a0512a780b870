/** Whoever comes first has a name, however many come at once and through however many gateways. */
import { nameRecord } from '@latchkey/spec/endpoints'
import fc from 'fast-check'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase } from '../testing/database.js'
import { boundEnvelope, personOf, postName } from '../testing/nameEnvelope.js'
import { startTestGateway, type TestGateway } from '../testing/startTestGateway.js'

/** Names that one address may have here. */
const most = 60
let gateways: TestGateway[] = []
beforeAll(async () => {
  const settings = {
    DATABASE_URL: await createDatabase(),
    LATCHKEY_NAMES_PER_ADDRESS: String(most),
    LATCHKEY_NAMES_PER_DAY: '0',
  }
  gateways = [await startTestGateway(settings), await startTestGateway(settings)]
})
afterAll(() => Promise.all(gateways.map((gateway) => gateway.stop())))

const people = [5, 6, 7, 8, 9].map(personOf)
const at = <item>(list: readonly item[], index: number): item => {
  const found = list[index % list.length]
  if (found === undefined) throw new Error('an empty list')
  return found
}

async function claim(gateway: TestGateway, person: number, name: string) {
  const owner = at(people, person)
  const envelope = await boundEnvelope(gateway, owner, { action: 'register', name })
  return { owner: owner.address, send: () => postName(gateway, envelope) }
}

test('[D-20] of all who ask for a name at once exactly one has it, and every gateway says who', async () => {
  let round = 0
  const claimant = fc.record({ person: fc.nat(4), gateway: fc.nat(1), spelling: fc.nat(2) })
  const crowd = fc.array(claimant, { minLength: 2, maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(crowd, async (claimants) => {
      const word = ++round
      // Three spellings that nobody can tell apart count as one name.
      const spellings = [`solo-${word}-name`, `s0lo-${word}-name`, `so1o-${word}-name`].map(
        (label) => `${label}.latch.id`,
      )
      const claims = await Promise.all(
        claimants.map(async ({ person, gateway, spelling }) => {
          const name = at(spellings, spelling)
          return { name, ...(await claim(at(gateways, gateway), person, name)) }
        }),
      )
      const answers = await Promise.all(claims.map(({ send }) => send()))
      const won = claims.filter((_, index) => answers[index]?.status === 200)
      expect(
        answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 400),
      ).toEqual([])
      expect(won).toHaveLength(1)
      for (const gateway of gateways) {
        const found = await Promise.all(
          spellings.map(async (name) =>
            (await gateway.ask(`/v1/profile/account/${name}?apiVersion=2`)).json(),
          ),
        )
        const records = found.filter((record) => v.is(nameRecord, record))
        expect(records).toHaveLength(1)
        expect(records[0]).toMatchObject({
          name: won[0]?.name,
          addresses: { '60': { address: won[0]?.owner } },
        })
      }
    }),
    { numRuns: 12 },
  )
})

test('an address that asks for many names at once gets as many as it may have', async () => {
  const few = await startTestGateway({ LATCHKEY_NAMES_PER_ADDRESS: '4', LATCHKEY_NAMES_PER_DAY: '0' })
  try {
    const claims = await Promise.all(
      Array.from({ length: 12 }, (_, index) => claim(few, 5, `many-${index}-names.latch.id`)),
    )
    const answers = await Promise.all(claims.map(({ send }) => send()))
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(4).fill(200), ...Array(8).fill(400)])
  } finally {
    await few.stop()
  }
})
