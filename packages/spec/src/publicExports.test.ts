import { expect, test } from 'vitest'
import * as caip from './caip.js'
import * as entities from './entities.js'
import * as errors from './errors.js'
import * as index from './index.js'
import * as limits from './limits.js'
import * as options from './options.js'
import * as permissions from './permissions.js'
import * as states from './states.js'
import * as validation from './validation.js'
import * as views from './views.js'

const entries = { caip, entities, errors, limits, options, permissions, states, validation, views }

test.each(Object.entries(entries))('the public exports of %s change only on purpose', (_, entry) => {
  expect(Object.keys(entry).sort()).toMatchSnapshot()
})

test('the index exports what its entries export, each name once', () => {
  const all = Object.values(entries).flatMap((entry) => Object.keys(entry))
  const twice = all.filter((name, at) => all.indexOf(name) !== at)
  // defaultAccountTypes belongs to the states (S4-08) and to the options that override it.
  expect(twice).toEqual(['defaultAccountTypes'])
  expect(Object.keys(index).sort()).toEqual([...new Set(all)].sort())
})
