/** The code that the bundler carries is the code of the contract. */
import { deployables } from '@latchkey/local'
import { expect, test } from 'vitest'
import { probeCode } from './probeCode.js'

test('the probe is the compiled one; if not: npm run contracts -w @latchkey/local', () => {
  expect(probeCode).toBe(deployables.operationProbe.runtime)
})
