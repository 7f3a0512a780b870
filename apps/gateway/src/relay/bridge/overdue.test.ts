import { expect, test } from 'vitest'
import { createOverdue } from './overdue.js'

test('a topic is overdue once a whole round has gone by since a message of it was heard', () => {
  const overdue = createOverdue()
  overdue.hear({ topic: 'a', seq: 1 })
  expect(overdue.take()).toEqual([])
  overdue.hear({ topic: 'b', seq: 1 })
  expect(overdue.take()).toEqual(['a'])
  expect(overdue.take()).toEqual(['b'])
  expect(overdue.take()).toEqual([])
})

test('a topic is not overdue whose last message was passed on, or that nobody uses any more', () => {
  const overdue = createOverdue()
  for (const topic of ['passed', 'behind', 'left']) overdue.hear({ topic, seq: 2 })
  overdue.pass({ topic: 'passed', seq: 2 })
  overdue.take()
  overdue.pass({ topic: 'behind', seq: 1 })
  overdue.forget('left')
  expect(overdue.take()).toEqual(['behind'])
})

test('a topic that begins is looked at once more a round later, whatever is heard of it and passed on meanwhile', () => {
  const overdue = createOverdue()
  for (const topic of ['quiet', 'busy', 'left']) overdue.begin(topic)
  overdue.hear({ topic: 'busy', seq: 5 })
  overdue.pass({ topic: 'busy', seq: 5 })
  overdue.forget('left')
  expect(overdue.take()).toEqual([])
  expect(overdue.take()).toEqual(['quiet', 'busy'])
  expect(overdue.take()).toEqual([])
})
