/** Faces of addresses. */
import { expect, test } from 'vitest'
import { avatarShapes } from './avatarShapes.js'

const address = (n: number) => `0x${n.toString(16).padStart(40, '0')}`

test('an address has one face, however it is written', () => {
  const mixed = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
  expect(avatarShapes(mixed)).toEqual(avatarShapes(mixed.toLowerCase()))
})

test('a thousand neighbours have a thousand faces, all inside the field', () => {
  const faces = Array.from({ length: 1000 }, (_, n) => avatarShapes(address(n)))
  expect(new Set(faces.map((face) => JSON.stringify(face))).size).toBe(1000)
  for (const { x, y, radius } of faces.flat()) {
    expect(Math.min(x, y, radius)).toBeGreaterThanOrEqual(0)
    expect(Math.max(x, y, radius)).toBeLessThan(64)
  }
})
