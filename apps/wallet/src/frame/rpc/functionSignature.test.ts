/** Signatures as people write them, held against the reader of the gateway, which is viem's. */
import { toFunctionSelector, toFunctionSignature } from 'viem'
import { expect, test } from 'vitest'
import { selectorOf } from '../../request/abi.js'
import { functionSignature } from './functionSignature.js'

test.each([
  'play()',
  'function play()',
  'function transfer(address to, uint256 amount)',
  'function transfer(address to, uint256 amount) external payable returns (bool isDone)',
  'transfer(address,uint256)',
  'transfer(address , uint256 )',
  'function set(string calldata name, bytes32[2][] memory keys) public',
  'function swap((address token, (uint160 amount, int48 until)[] parts)[3] orders, bytes) view returns ((bool, uint256)[])',
  'function play(uint256 amount) returns (uint256)',
  'function $_x9(bool)',
])('%s is read as the gateway reads it', (written) => {
  const read = functionSignature(written)
  expect(read).toBe(toFunctionSignature(written as `${string}(`).replace(/^function /, ''))
  expect(selectorOf(read ?? '')).toBe(toFunctionSelector(written))
})

test('shorthands are written out, and a tuple may be called one', () => {
  expect(functionSignature('f(uint a, int[] b)')).toBe('f(uint256,int256[])')
  expect(functionSignature('f(tuple(uint256 a, bool b)[] list)')).toBe('f((uint256,bool)[])')
})

test.each([
  '',
  'transfer',
  'function',
  'function (address)',
  'transfer(addressto,uint256amount)',
  'transfer(address to, uint257 amount)',
  'transfer(address',
  'transfer(address,)',
  'transfer(,address)',
  'transfer(address[1)',
  'transfer(address[)',
  'transfer(address])',
  'approve(address,address,uint160,uint48)()',
  'f(bool) g',
  'f(bool) g()',
  'f(uint256; bool)',
  'f(uint\u00a0256)',
])('%j is refused', (written) => {
  expect(functionSignature(written)).toBeUndefined()
})
