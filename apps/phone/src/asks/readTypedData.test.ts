import { expect, test } from 'vitest'
import { domainTree, typedDataTree } from '../words/typedDataTree.js'
import { chainOfTypedData, readTypedData } from './readTypedData.js'

const wallet = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const data = {
  domain: { name: 'App', version: '1', chainId: 31_337 },
  primaryType: 'Order',
  types: {
    Order: [
      { name: 'who', type: 'Person' },
      { name: 'items', type: 'Item[]' },
      { name: 'note', type: 'string' },
    ],
    Person: [{ name: 'wallet', type: 'address' }],
    Item: [{ name: 'amount', type: 'uint256' }],
  },
  message: { who: { wallet }, items: [{ amount: '5' }, { amount: 7 }], note: 'a\u202Eb', extra: 'unsigned' },
}

test('typed data is read from an object and from its JSON', () => {
  expect(readTypedData(data)).toEqual(data)
  expect(readTypedData(JSON.stringify(data))).toEqual(data)
  expect(chainOfTypedData(data)).toBe(31_337)
})

test('the tree has what is signed, in the order of the types, and nothing else', () => {
  expect(typedDataTree(data)).toEqual([
    { name: 'who', type: 'Person', branches: [{ name: 'wallet', type: 'address', value: wallet }] },
    {
      name: 'items',
      type: 'Item[]',
      branches: [
        { name: '1', type: 'Item', branches: [{ name: 'amount', type: 'uint256', value: '5' }] },
        { name: '2', type: 'Item', branches: [{ name: 'amount', type: 'uint256', value: '7' }] },
      ],
    },
    { name: 'note', type: 'string', value: 'a⟨U+202E⟩b' },
  ])
  expect(domainTree(data).map(({ name, value }) => [name, value])).toEqual([
    ['Name', 'App'],
    ['Version', '1'],
    ['Network', '31337'],
  ])
})

/** As deep as it says: A has a B has a C and so on. */
function nested(depth: number) {
  const types = Object.fromEntries(
    Array.from({ length: depth }, (_, index) => [`T${index}`, [{ name: 'next', type: `T${index + 1}` }]]),
  )
  let message: unknown = { end: '1' }
  for (let index = 0; index < depth; index += 1) message = { next: message }
  return {
    ...data,
    types: { ...types, [`T${depth}`]: [{ name: 'end', type: 'uint256' }] },
    primaryType: 'T0',
    message,
  }
}

test('what is not whole, or more than can be shown, is refused', () => {
  expect(readTypedData(nested(5))).toBeDefined()
  for (const input of [
    undefined,
    'no JSON',
    '{}',
    { ...data, types: {} },
    { ...data, primaryType: 'Nothing' },
    { ...data, message: { ...data.message, who: { wallet: '0x1' } } },
    { ...data, message: { ...data.message, note: 'x'.repeat(70_000) } },
    nested(40),
  ])
    expect(readTypedData(input), JSON.stringify(input)?.slice(0, 80)).toBeUndefined()
})
