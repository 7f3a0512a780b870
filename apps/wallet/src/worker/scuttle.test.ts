import { expect, test } from 'vitest'
import { scuttle } from './scuttle.js'

test('[A-65] code in the worker finds no network, no storage and no other page, however they are inherited', () => {
  class Scope {
    fetch() {}
    importScripts() {}
    postMessage() {}
    get indexedDB() {
      return {}
    }
  }
  const scope = Object.assign(new Scope(), { BroadcastChannel: class {}, WebSocket: class {}, crypto: {} })
  scuttle(scope)
  for (const name of ['fetch', 'importScripts', 'indexedDB', 'BroadcastChannel', 'WebSocket'])
    expect(name in scope, name).toBe(false)
  // What work with keys needs.
  expect('crypto' in scope && 'postMessage' in scope).toBe(true)
})

test('[A-65] what cannot be taken away does not keep the rest', () => {
  const scope = Object.defineProperty({ indexedDB: {} }, 'fetch', { value: () => {} })
  scuttle(scope)
  expect('indexedDB' in scope).toBe(false)
})
