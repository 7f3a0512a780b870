/** How functions are named in permissions. */
import { expect, test } from 'vitest'
import { givingFunctions, isFunctionSignature } from './functionSignatures.js'

test.each([
  ...givingFunctions,
  'play()',
  '$_9(bool)',
  'f(uint8,int256,bytes1,bytes10,bytes20,bytes29,bytes30,bytes32,function)',
  'f(uint256[2][],(bool,(string,bytes)[3])[],address)',
])('%s is the signature of a function', (text) => {
  expect(isFunctionSignature(text)).toBe(true)
})

test.each([
  'play',
  '9(bool)',
  // Names of arguments, which would belong to no function.
  'transfer(address to,uint256 amount)',
  'transfer(addressto,uint256amount)',
  'transfer(address, uint256)',
  // Another list of parameters, which one reader takes and the other does not.
  'approve(address,address,uint160,uint48)()',
  'f(a)()',
  'f(bool)(bool)',
  // Shorthands, and types that there are none of.
  'f(uint)',
  'f(uint7)',
  'f(uint264)',
  'f(bytes0)',
  'f(bytes33)',
  'f(tuple)',
  'f(())',
  'f(bool,)',
  'f(,bool)',
  'f(bool[0])',
  'f((bool)',
  'f(bool))',
  'f((bool)bool)',
  'f(bool(bool))',
  'f(bool)\n',
])('%j is none', (text) => {
  expect(isFunctionSignature(text)).toBe(false)
})
