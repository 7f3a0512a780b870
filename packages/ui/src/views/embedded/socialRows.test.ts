/** The shape of the buttons, from one service to all seven. */
import { socialProviders } from '@latchkey/spec/options'
import { expect, test } from 'vitest'
import { socialRows } from './socialRows.js'

const shape = (count: number) => {
  const { wide, marks, hasMore } = socialRows(socialProviders.slice(0, count))
  return [wide ? 1 : 0, marks.length, hasMore]
}

test('one is wide, two share a row, three to six are one wide and marks, more are behind a button', () => {
  expect(shape(0)).toEqual([0, 0, false])
  expect(shape(1)).toEqual([1, 0, false])
  expect(shape(2)).toEqual([0, 2, false])
  expect(shape(3)).toEqual([1, 2, false])
  expect(shape(6)).toEqual([1, 5, false])
  expect(shape(7)).toEqual([1, 4, true])
})

test('none is lost: what is not a button of its own is behind the last one', () => {
  for (let count = 0; count <= socialProviders.length; count++) {
    const { wide, marks, hasMore } = socialRows(socialProviders.slice(0, count))
    const shown = [...(wide ? [wide] : []), ...marks]
    expect(shown).toEqual(socialProviders.slice(0, shown.length))
    expect(hasMore).toBe(shown.length < count)
  }
})
