/** Which names of files hold a hash, and so may be kept for ever. */
import { expect, test } from 'vitest'
import { siteFile } from './files.js'

const isImmutable = (name: string) => siteFile(Buffer.from(''), `/assets/${name}`).isImmutable

test.each(['main-BzR3dk_9.js', 'a/b-c-d-0123456-.css', `x-${'h'.repeat(32)}.woff2`])('%s does', (name) =>
  expect(isImmutable(name)).toBe(true),
)

test.each(['main.js', 'main-short.js', 'main-BzR3dk_9', `${'-'.repeat(20_000)}.`, `x-${'h'.repeat(33)}.js`])(
  '%s does not',
  (name) => expect(isImmutable(name)).toBe(false),
)
