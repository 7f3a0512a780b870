import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findChromium, hasFont } from './browser.mjs'
import { SetupError } from './install.mjs'
import { makeHouse } from './testing.mjs'

const program = '#!/bin/sh\n'

test('LATCHKEY_CHROMIUM wins over what lies on the path', () => {
  const folder = makeHouse({ 'mine/browser': program, 'bin/chromium': program })
  const env = { LATCHKEY_CHROMIUM: join(folder, 'mine/browser'), PATH: join(folder, 'bin') }
  expect(findChromium(env)).toBe(join(folder, 'mine/browser'))
})

test('a LATCHKEY_CHROMIUM that cannot be run is told, not passed over', () => {
  const folder = makeHouse({ 'not-a-program': 'text', 'bin/chromium': program })
  for (const LATCHKEY_CHROMIUM of [join(folder, 'none'), join(folder, 'not-a-program')]) {
    const find = () => findChromium({ LATCHKEY_CHROMIUM, PATH: join(folder, 'bin') })
    expect(find).toThrow(SetupError)
    expect(find).toThrow(LATCHKEY_CHROMIUM)
  }
})

test('the path is searched in its order', () => {
  const folder = makeHouse({ 'b/chromium': program, 'a/google-chrome': program })
  expect(findChromium({ PATH: `${join(folder, 'a')}:${join(folder, 'b')}` })).toBe(
    join(folder, 'a/google-chrome'),
  )
})

test.runIf(process.platform === 'linux')('a machine whose Arial is of another width lacks the font', () => {
  const says = (/** @type {string} */ family) => makeHouse({ 'fc-match': `#!/bin/sh\necho '${family}'\n` })
  expect(hasFont({ PATH: says('Liberation Sans') })).toBe(true)
  expect(hasFont({ PATH: says('DejaVu Sans') })).toBe(false)
  expect(hasFont({ PATH: makeHouse({ none: '' }) })).toBe(false)
})
