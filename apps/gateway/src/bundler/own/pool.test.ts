import { networkId } from '@latchkey/local'
import { entryPoint07Address } from 'viem/account-abstraction'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Hex } from '../../chain/shapes.js'
import type { Db } from '../../ports/db.js'
import { createMigratedDatabase } from '../../testing/database.js'
import { createFakeClock } from '../../testing/fakeClock.js'
import { entryPointOf, hashOperation, readOperation } from './operation.js'
import { createPool, type NewOperation, type Pool } from './pool.js'
import { OperationRefused } from './refused.js'

let db: Db
let pool: Pool
beforeAll(async () => {
  ;({ db } = await createMigratedDatabase())
  pool = createPool({ db, clock: createFakeClock(), networkId })
})
afterAll(() => db.close())

const genesisHash = `0x${'11'.repeat(32)}`

function operationOf(sender: Hex, callData: Hex): NewOperation {
  const gas = '0x5208'
  const operation = readOperation({
    sender,
    nonce: '0x0',
    callData,
    maxFeePerGas: '0x10',
    maxPriorityFeePerGas: '0x1',
    callGasLimit: gas,
    verificationGasLimit: gas,
    preVerificationGas: gas,
    signature: '0x',
  })
  const entryPoint = entryPointOf(entryPoint07Address)
  const hash = hashOperation(operation, entryPoint, networkId)
  return { hash, operation, entryPoint, genesisHash, projectId: undefined }
}

test('the same operation, handed in several times at the same moment, is taken once and refused to nobody', async () => {
  const operation = operationOf(`0x${'a1'.repeat(20)}`, '0x01')
  await Promise.all(Array.from({ length: 6 }, () => pool.add(operation)))
  const waiting = await pool.waiting(genesisHash, 10)
  expect(waiting.map(({ hash }) => hash)).toEqual([operation.hash])
})

test('of operations with one nonce at the same moment the first is taken, the others are told about their fees', async () => {
  const sender: Hex = `0x${'b2'.repeat(20)}`
  const rivals = (['0x01', '0x02', '0x03', '0x04'] as const).map((callData) => operationOf(sender, callData))
  const answers = await Promise.allSettled(rivals.map((rival) => pool.add(rival)))
  const refusals = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
  expect(refusals).toHaveLength(3)
  for (const refusal of refusals) {
    expect(refusal).toBeInstanceOf(OperationRefused)
    expect(refusal.message).toBe('To take the place of a waiting operation, pay a tenth more of both fees')
  }
})
