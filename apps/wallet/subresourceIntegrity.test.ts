import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { addIntegrity } from './subresourceIntegrity.js'

const body = Buffer.from('export const a = 1')
const hash = `sha384-${createHash('sha384').update(body).digest('base64')}`
const withHashes = (html: string) => addIntegrity(html, () => body)

test('scripts, preloads and styles of the build carry the hash of what they load', () => {
  expect(withHashes('<script type="module" crossorigin src="/assets/a.js"></script>')).toBe(
    `<script type="module" crossorigin src="/assets/a.js" integrity="${hash}"></script>`,
  )
  expect(withHashes('<link rel="modulepreload" href="/assets/a.js">')).toContain(`integrity="${hash}">`)
  expect(withHashes('<link rel="stylesheet" href="/assets/a.css">')).toContain(`integrity="${hash}">`)
})

test('everything else stays as it is', () => {
  const icon = '<link rel="icon" href="/icon.svg" type="image/svg+xml" />'
  expect(withHashes(icon)).toBe(icon)
})
