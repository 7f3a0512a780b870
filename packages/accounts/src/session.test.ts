/** The calls about sessions against viem, which encodes them from their signatures. */
import fc from 'fast-check'
import { encodeAbiParameters, encodeFunctionData, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { deployment } from './deployment.js'
import type { Hex } from './hex.js'
import {
  closeSessionCall,
  hasSessionsData,
  openSessionCall,
  sessionContext,
  sessionNumber,
} from './session.js'

const abi = parseAbi([
  'function installModule(uint256 kind, address module, bytes data)',
  'function isModuleInstalled(uint256 kind, address module, bytes data)',
  'function open(uint32 number, address app, address gateway, uint48 validUntil)',
  'function close(uint32 number)',
])
const { sessionValidator } = deployment
const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((all): Hex => `0x${Buffer.from(all).toString('hex')}`)
const shape = fc.record({
  id: fc.uuid(),
  app: address,
  gateway: address,
  validUntil: fc.integer({ min: 1, max: 2 ** 47 }),
})

test('a session is opened with the module, and later ones at the module', () => {
  fc.assert(
    fc.property(address, shape, (account, session) => {
      const { id, app, gateway, validUntil } = session
      const number = sessionNumber(id)
      const words = encodeAbiParameters(
        [{ type: 'uint32' }, { type: 'address' }, { type: 'address' }, { type: 'uint48' }],
        [number, app, gateway, validUntil],
      )
      expect(openSessionCall(account, session, { isInstalled: false })).toEqual({
        to: account,
        data: encodeFunctionData({ abi, functionName: 'installModule', args: [1n, sessionValidator, words] }),
      })
      expect(openSessionCall(account, session, { isInstalled: true })).toEqual({
        to: sessionValidator,
        data: encodeFunctionData({ abi, functionName: 'open', args: [number, app, gateway, validUntil] }),
      })
      expect(closeSessionCall(id)).toEqual({
        to: sessionValidator,
        data: encodeFunctionData({ abi, functionName: 'close', args: [number] }),
      })
    }),
  )
})

test('it is named by the module and its number, and what is no id names nothing', () => {
  const id = '0123abcd-0000-4000-8000-000000000000'
  expect(sessionContext(id)).toBe(`${sessionValidator.toLowerCase()}0123abcd`)
  for (const wrong of ['', 'x', '0123ABCD-0000-4000-8000-000000000000', '-0123abcd'])
    expect(() => sessionNumber(wrong)).toThrow(TypeError)
  const args = [1n, sessionValidator, '0x'] as const
  expect(hasSessionsData()).toBe(encodeFunctionData({ abi, functionName: 'isModuleInstalled', args }))
})
