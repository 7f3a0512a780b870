/** Turns end with the next one, and with the kit. */
import { expect, test } from 'vitest'
import { createScope } from '../../scope.js'
import { createTurns } from './turns.js'

test('the next turn ends the one before, and none begins after the end of the kit', () => {
  const scope = createScope()
  const turns = createTurns(scope)
  const first = turns.next()
  const second = turns.next()
  expect([first.aborted, second.aborted]).toEqual([true, false])
  scope.close()
  expect([second.aborted, turns.next().aborted]).toEqual([true, true])
})
