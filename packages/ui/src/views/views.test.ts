/** Every view of the specification is drawn. */
import { viewIds } from '@latchkey/spec/views'
import { expect, test } from 'vitest'
import { findView, views } from './index.js'

test('[S2-02] [D-04] every view has a screen, and every screen is a view', async () => {
  expect(Object.keys(views).sort()).toEqual([...viewIds].sort())
  for (const id of viewIds) {
    const loaded = await findView(id)?.load()
    expect(loaded?.View, id).toBeTypeOf('function')
  }
})

test('a name that no view has is not found, so that the shell can say so', () => {
  // What plain JavaScript may hand in.
  for (const name of ['Nowhere', 'toString', '__proto__']) expect(findView(name as never)).toBeUndefined()
})
