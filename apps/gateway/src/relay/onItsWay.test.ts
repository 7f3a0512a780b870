import { expect, test } from 'vitest'
import { OnItsWay } from './onItsWay.js'

const sent = (name: number, topic: string) => {
  const message = { digest: '', seq: name, bytes: 10 * name }
  return { name, topic, ...message, sentAt: 100 * name, memory: undefined }
}

test('receipts come in any order, each counts once, and what is left keeps its order', () => {
  const onItsWay = new OnItsWay()
  for (const name of [1, 2, 3, 4]) onItsWay.add(sent(name, name === 3 ? 'other' : 'topic'))
  expect([onItsWay.size, onItsWay.bytes]).toEqual([4, 100])
  expect(onItsWay.take(3)?.topic).toBe('other')
  expect(onItsWay.take(3)).toBeUndefined()
  expect(onItsWay.take(1)?.seq).toBe(1)
  expect([...onItsWay.before(200)].map(({ name }) => name)).toEqual([2])
  expect([...onItsWay.before(1_000)].map(({ name }) => name)).toEqual([2, 4])
  expect([onItsWay.size, onItsWay.bytes]).toEqual([2, 60])
  expect([onItsWay.has('topic'), onItsWay.has('other')]).toEqual([true, false])
})

test('what is forgotten weighs nothing', () => {
  const onItsWay = new OnItsWay()
  for (const name of [1, 2, 3]) onItsWay.add(sent(name, name === 2 ? 'other' : 'topic'))
  onItsWay.forget('topic')
  expect([onItsWay.size, onItsWay.bytes]).toEqual([1, 20])
  onItsWay.clear()
  expect([onItsWay.size, onItsWay.bytes, onItsWay.take(2)]).toEqual([0, 0, undefined])
})
