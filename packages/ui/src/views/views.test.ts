/** Every view of the specification is either drawn or openly pending. */
import { viewIds } from '@latchkey/spec/views'
import { expect, test } from 'vitest'
import { findView, views } from './index.js'
import { builtViewIds, pendingViewIds } from './pending.js'

test('[S2-02] every view is drawn or on the list of what is pending, and none is both', () => {
  const drawn = Object.keys(views)
  expect([...drawn, ...pendingViewIds].sort()).toEqual([...viewIds].sort())
  expect([...drawn].sort()).toEqual([...builtViewIds].sort())
})

test('every drawn view loads', async () => {
  for (const id of builtViewIds) {
    const loaded = await findView(id)?.load()
    expect(loaded?.View, id).toBeTypeOf('function')
  }
})

test('a pending view is not found, so that the shell can say so', () => {
  for (const id of pendingViewIds) expect(findView(id)).toBeUndefined()
})
