/** The harness watches the pages; this watches the harness: a collector that misses a complaint makes every test lie. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject, onTestFinished } from 'vitest'
import { expect, test } from './browse.js'
import { serve } from './site.js'
import { until } from './until.js'

const noisyPage = `<!doctype html><html lang="en"><title>Noisy</title><script src="./noisy.js"></script>
  <script>throw new Error('inline')</script><p style="color:red">Noisy</p></html>`
const noisyScript = `
  console.error('a console error')
  setTimeout(() => { throw new Error('a page error') })
  Promise.reject(new Error('an unhandled rejection'))
  fetch('http://example.invalid/track').catch(() => {})`

async function serveNoisy() {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-noisy-'))
  writeFileSync(join(folder, 'index.html'), noisyPage)
  writeFileSync(join(folder, 'noisy.js'), noisyScript)
  const site = await serve({ port: inject('base') + 90, folder })
  onTestFinished(async () => {
    await site.close()
    rmSync(folder, { recursive: true })
  })
  return site
}

test('every kind of complaint is heard, and fails a test that did not announce it', async ({ visit }) => {
  const site = await serveNoisy()
  const { problems } = await visit(`${site.origin}/`)

  const heard = (kind: string, text: string) =>
    until(() => problems.all.some((one) => one.kind === kind && one.text.includes(text)), {
      what: `a complaint "${kind}: ${text}" is heard; heard ${JSON.stringify(problems.all)}`,
      within: 5_000,
    })
  await heard('console', 'a console error')
  await heard('error', 'a page error')
  await heard('error', 'an unhandled rejection')
  await heard('csp', 'script-src-elem blocked inline')
  await heard('csp', 'style-src-attr blocked inline')
  await heard('csp', 'connect-src blocked http://example.invalid/track')

  expect(problems.unexpected()).toEqual(problems.all)
  problems.expect(/./s)
  expect(problems.unexpected()).toEqual([])
})

test('a request to another host is heard even where the policy would let it pass', async ({ visit }) => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-leaky-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(
    join(folder, 'index.html'),
    '<!doctype html><img src="http://example.invalid/pixel.png" alt="">',
  )
  const site = await serve({ port: inject('base') + 90, folder, policy: 'img-src *' })
  onTestFinished(() => site.close())

  const { problems } = await visit(`${site.origin}/`)
  await until(() => problems.all.some(({ kind }) => kind === 'foreign request'), {
    what: 'the leak is heard',
  })
  problems.expect(/example\.invalid/)
})
