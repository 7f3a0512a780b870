import { expect, test } from 'vitest'
import { typeBreaches, typedRooms } from './check-types.mjs'
import { makeHouse } from './testing.mjs'

const tsconfig = { compilerOptions: { strict: true, noEmit: true, types: [] }, include: ['src'] }
const house = {
  'package.json': { name: 'house', workspaces: ['packages/*'] },
  'packages/good/package.json': { name: 'good' },
  'packages/good/tsconfig.json': tsconfig,
  'packages/good/src/a.ts': 'export const a: number = 1\n',
  'packages/bad/package.json': { name: 'bad' },
  'packages/bad/tsconfig.json': tsconfig,
  'packages/bad/src/a.ts': "export const a: number = 'one'\n",
  'packages/later/package.json': { name: 'later' },
  'packages/later/tsconfig.json': tsconfig,
  'packages/plain/package.json': { name: 'plain' },
}

test('names the room that does not type-check, with what the compiler said', async () => {
  const folder = makeHouse(house)
  const rooms = typedRooms(folder)
  expect(rooms).toEqual(['packages/bad', 'packages/good', 'packages/later'])
  const breaches = await typeBreaches(rooms, folder)
  expect(breaches).toHaveLength(1)
  expect(breaches[0]).toMatch(
    /^packages\/bad does not type-check:\npackages\/bad\/src\/a\.ts\(1,14\): error TS2322/,
  )
})
