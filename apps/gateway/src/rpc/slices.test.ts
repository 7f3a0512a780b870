import fc from 'fast-check'
import { expect, test } from 'vitest'
import { itemTexts, memberTexts } from './slices.js'

/** Any JSON value, written with any white space. */
const json = fc
  .tuple(fc.json(), fc.nat(4))
  .map(([text, indent]) => JSON.stringify(JSON.parse(text), null, indent))

test('the items of any list, each parsed on its own, are the list', () => {
  fc.assert(
    fc.property(fc.array(json), (texts) => {
      const list = `[${texts.join(' ,\n')}]`
      expect(itemTexts(list).map((text) => JSON.parse(text))).toEqual(JSON.parse(list))
    }),
  )
})

test('the members of any object, each parsed on its own, are the object', () => {
  const key = fc.string().filter((name) => name !== '__proto__')
  fc.assert(
    fc.property(fc.array(fc.tuple(key, json)), (entries) => {
      const object = `{${entries.map(([name, text]) => `${JSON.stringify(name)} : ${text}`).join(',')}}`
      const members = [...memberTexts(object)].map(([name, text]) => [name, JSON.parse(text)])
      expect(Object.fromEntries(members)).toEqual(JSON.parse(object))
    }),
  )
})

test('[D-14] a number keeps every digit', () => {
  const members = memberTexts('{"id": 12345678901234567890, "result": {"lamports": 18446744073709551615}}')
  expect(members.get('id')).toBe('12345678901234567890')
  expect(members.get('result')).toBe('{"lamports": 18446744073709551615}')
})

test('of equal keys the last counts, escaped or not', () => {
  expect(memberTexts('{"id":1,"\\u0069d":2}').get('id')).toBe('2')
  expect(itemTexts('[ ]')).toEqual([])
  expect([...memberTexts('{ }')]).toEqual([])
})
