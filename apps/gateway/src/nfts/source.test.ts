import { describe, expect, test } from 'vitest'
import { readDataUri } from './dataUri.js'
import { imageType } from './imageType.js'
import { readMetadata } from './metadataShape.js'
import { createResolve, withId } from './source.js'

const cid = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'

describe('where metadata lies', () => {
  const resolve = createResolve('https://ipfs.example/')

  test.each([
    [`ipfs://${cid}/7.json`, `https://ipfs.example/ipfs/${cid}/7.json`],
    [`ipfs://ipfs/${cid}/a b%20c.json`, `https://ipfs.example/ipfs/${cid}/a%20b%20c.json`],
    ['https://meta.example/7?x=1', 'https://meta.example/7?x=1'],
    ['data:application/json,{}', 'data:application/json,{}'],
  ])('%s is asked for', (uri, url) => expect(resolve(uri)).toBe(url))

  test.each([
    'file:///etc/passwd',
    'ftp://meta.example/7',
    `ipfs://${cid}/../../api/v0/shutdown`,
    `ipfs://${cid}/%2e%2E/secret`,
    'ipfs://short',
    'javascript:alert(1)',
    '',
    `https://meta.example/${'a'.repeat(2048)}`,
    `data:application/json,${'a'.repeat(1024 * 1024)}`,
  ])('%s is not', (uri) => expect(resolve(uri)).toBeUndefined())

  test('nothing on IPFS is, where no gateway is named', () =>
    expect(createResolve(undefined)(`ipfs://${cid}`)).toBeUndefined())

  test('the id stands in 64 hex digits (ERC-1155)', () =>
    expect(withId('https://meta.example/{id}.json', '255')).toBe(
      `https://meta.example/${'0'.repeat(62)}ff.json`,
    ))
})

describe('inline data', () => {
  test.each([
    ['data:application/json;base64,eyJhIjoxfQ==', 'application/json', '{"a":1}'],
    ['data:application/json;utf8,{"a":"50% off"}', 'application/json', '{"a":"50% off"}'],
    ['data:application/json,%7B%22a%22:1%7D', 'application/json', '{"a":1}'],
    ['DATA:image/svg+xml;charset=utf-8,<svg fill="#fff"/>', 'image/svg+xml', '<svg fill="#fff"/>'],
    ['data:,hi', '', 'hi'],
  ])('%s is read', (uri, type, text) => {
    const read = readDataUri(uri)
    expect([read?.type, read?.bytes.toString()]).toEqual([type, text])
  })
  test.each(['https://x.example/,', 'data', 'data:'])('%s is none', (uri) =>
    expect(readDataUri(uri)).toBeUndefined(),
  )
})

describe('a picture', () => {
  test.each([
    ['image/png', Buffer.from('89504e470d0a1a0a0000', 'hex')],
    ['image/jpeg', Buffer.from('ffd8ffe000104a464946', 'hex')],
    ['image/gif', Buffer.from('GIF89a…')],
    ['image/webp', Buffer.from('RIFF\0\0\0\0WEBPVP8 ')],
    ['image/avif', Buffer.from('\0\0\0\x1cftypavif')],
    ['image/svg+xml', Buffer.from('\ufeff<?xml version="1.0"?>\n<!-- a --><!DOCTYPE svg><svg xmlns="x"/>')],
  ])('%s is known by its first bytes', (type, bytes) => expect(imageType(bytes)).toBe(type))

  test.each(['<html><svg></svg></html>', '<!-- never ends <svg>', '<!DOCTYPE html><svg>', '{"image":1}', ''])(
    '%s is none',
    (text) => expect(imageType(Buffer.from(text))).toBeUndefined(),
  )

  test('that begins with very many comments is judged at once', () =>
    expect(imageType(Buffer.from('<!---->'.repeat(100_000)))).toBeUndefined())
})

describe('metadata', () => {
  test('is cut, cleaned and believed only where it has the right type', () => {
    const text = JSON.stringify({
      name: 7,
      description: 'a\nb\u202e',
      image: { url: 1 },
      image_url: 'ipfs://x',
    })
    expect(readMetadata(text)).toEqual({ name: '7', description: 'a b', image: 'ipfs://x' })
    expect(readMetadata(JSON.stringify({ name: 'n'.repeat(9_000) }))?.name).toHaveLength(128)
  })
  test('may carry the drawing itself', () =>
    expect(readMetadata('{"image_data":"<svg/>"}')?.image).toBe('data:image/svg+xml;base64,PHN2Zy8+'))
  test.each(['null', '[', '"text"', '12', ''])('%s is none', (text) =>
    expect(readMetadata(text)).toBeUndefined(),
  )
})
