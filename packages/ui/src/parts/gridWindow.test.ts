import { expect, test } from 'vitest'
import { gridTarget, windowOf } from './gridWindow.js'

const grid = { count: 560, rowHeight: 100, minCellWidth: 76, width: 328, height: 400 }

test('what is drawn does not grow with the list', () => {
  for (const top of [0, 500, 5000, 13_600]) {
    const { firstRow, lastRow, columns } = windowOf({ ...grid, top })
    expect(columns).toBe(4)
    expect((lastRow - firstRow + 1) * columns).toBeLessThanOrEqual(40)
    expect(firstRow * 100).toBeLessThanOrEqual(top)
    expect((lastRow + 1) * 100).toBeGreaterThanOrEqual(top + 400)
  }
})

test('a short list, an empty one and one that was not measured have a window too', () => {
  expect(windowOf({ ...grid, count: 3, top: 0 })).toMatchObject({ rows: 1, firstRow: 0, lastRow: 0 })
  expect(windowOf({ ...grid, count: 0, top: 0 })).toMatchObject({ rows: 0, firstRow: 0, lastRow: 0 })
  expect(windowOf({ ...grid, top: 0, width: 0, height: 0 }).lastRow).toBeGreaterThan(2)
  expect(windowOf({ ...grid, top: 0, width: 60 }).columns).toBe(1)
})

const press = (key: string, from: number, more: object = {}, modifiers: object = {}) =>
  gridTarget(
    { key, ctrlKey: false, metaKey: false, altKey: false, ...modifiers },
    { columns: 4, pageRows: 3, count: 10, active: from, isRightToLeft: false, ...more },
  )

test.each([
  ['ArrowRight', 0, 1],
  ['ArrowRight', 9, 9],
  ['ArrowLeft', 0, 0],
  ['ArrowDown', 1, 5],
  ['ArrowDown', 7, 9],
  ['ArrowDown', 8, 8],
  ['ArrowUp', 5, 1],
  ['ArrowUp', 2, 2],
  ['Home', 6, 4],
  ['End', 4, 7],
  ['End', 8, 9],
  ['PageDown', 1, 9],
  ['PageUp', 9, 1],
  ['Enter', 3, undefined],
  ['a', 3, undefined],
])('%s from %i leads to %s', (key, from, to) => {
  expect(press(key, from)).toBe(to)
})

test('the first and the last are one chord away, and right to left is mirrored', () => {
  expect(press('Home', 6, {}, { ctrlKey: true })).toBe(0)
  expect(press('End', 1, {}, { ctrlKey: true })).toBe(9)
  expect(press('ArrowLeft', 0, { isRightToLeft: true })).toBe(1)
  expect(press('ArrowRight', 1, {}, { altKey: true })).toBeUndefined()
})
