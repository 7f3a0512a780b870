import { expect, test } from 'vitest'
import { type FramedWindow, findEmbedder } from './findEmbedder.js'

const origin = 'https://dapp.example'
const parent = { postMessage() {} }
const framed = (given: Partial<FramedWindow> = {}): FramedWindow => ({
  self: {},
  parent,
  top: parent,
  location: { ancestorOrigins: [origin] },
  ...given,
})

test('[D-32] the embedder is the page that the frame was served for', () => {
  expect(findEmbedder(framed(), origin)).toEqual({ peer: parent, origin })
})

test('[D-32] a browser that does not name the ancestors leaves the check to frame-ancestors', () => {
  expect(findEmbedder(framed({ location: {} }), origin)).toEqual({ peer: parent, origin })
})

test.each(['https://evil.example', 'https://dapp.example.evil.example', 'http://dapp.example', 'null'])(
  '[D-32] under %s the frame answers nobody',
  (ancestor) => {
    expect(findEmbedder(framed({ location: { ancestorOrigins: [ancestor] } }), origin)).toBe('other-origin')
  },
)

test('[D-32] a frame inside a frame answers nobody', () => {
  expect(findEmbedder(framed({ top: {} }), origin)).toBe('nested')
})

test('a page opened by hand has no embedder', () => {
  const self = { postMessage() {} }
  expect(findEmbedder(framed({ self, parent: self, top: self }), origin)).toBe('not-framed')
})
