/** Networks of the polkadot family behind the proxy: what may be asked, and of whom. */
import { expect, test } from 'vitest'
import { identityOf } from './identity.js'
import { methodOf } from './methods.js'

test('[S7-35] what reads a network is passed on; what manages a node, or its keys, is not', () => {
  for (const method of ['state_getStorage', 'chain_getBlockHash', 'author_submitExtrinsic']) {
    expect(methodOf('polkadot', method), method).toBeDefined()
    expect(methodOf('eip155', method), method).toBeUndefined()
  }
  for (const method of [
    'author_insertKey',
    'author_rotateKeys',
    'system_addReservedPeer',
    'state_traceBlock',
  ]) {
    expect(methodOf('polkadot', method), method).toBeUndefined()
  }
  expect(methodOf('polkadot', 'author_submitExtrinsic')?.isSend).toBe(true)
})

test('an upstream of another network is told by its first block', () => {
  const genesis = '"0x91b171bb158e2d3848fa23a9f1c25182fb8e20313b2c1eb49219da7a70ce90c3"'
  const identity = identityOf('polkadot:91b171bb158e2d3848fa23a9f1c25182')
  expect(identity?.call).toMatchObject({ method: 'chain_getBlockHash', params: '[0]' })
  expect(identity?.matches(genesis)).toBe(true)
  expect(identityOf('polkadot:b0a8d493285c2df73290dfb7e61f870f')?.matches(genesis)).toBe(false)
})
