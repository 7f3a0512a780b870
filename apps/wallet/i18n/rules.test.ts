import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stickingOut } from '../../../scripts/a11y/measure.mjs'
import { outOfOrder, unmirrored } from '../../../scripts/i18n/mirror.mjs'
import { hidden, saidPlainly } from '../../../scripts/i18n/read.mjs'
import { crampedLists, spilling } from './fit.js'
import { saidByOthers } from './saidByOthers.js'
import { straight } from './straight.js'

let browser: Browser
let page: Page
beforeAll(async () => {
  const executablePath = process.env.LATCHKEY_CHROMIUM ?? '/usr/bin/chromium'
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  page = await browser.newPage({ viewport: { width: 390, height: 844 } })
})
afterAll(() => browser?.close())

const draw = (body: string, root = 'lang="en"') =>
  page.setContent(`<!doctype html><html ${root}><title>[Ŵåļļéţ]</title><body>${body}</body></html>`)

test('a word without accents is named, wherever it is told, and no address, amount or name is', async () => {
  await draw(`
    <h1>[Šéñð 1.5 ETH ţö 0x2222222222222222222222222222222222222222]</h1>
    <p>Phone of Alice, alice@mail.example, shop.example, 0D5AR-5PMRN</p>
    <p>Approve</p><input aria-label="Your PIN"><select><option>All of it</option></select>`)
  expect(await page.evaluate(saidPlainly, { others: saidByOthers })).toEqual([
    'Approve',
    'Your PIN',
    'All of it',
  ])
  await page.evaluate(() => {
    document.title = 'Settings'
  })
  expect(await page.evaluate(saidPlainly, { others: saidByOthers })).toContain('Settings')
})

const seen = () => page.evaluate(hidden, { pattern: '\\[' })

test('a text that is cut off by what it stands in is named, and one that can be scrolled to is not', async () => {
  await draw('<p style="width: 60px; overflow: hidden; white-space: nowrap">[Ļöñĝéŕ ţĥåñ ţĥåţ]</p>')
  expect(await seen()).toEqual([expect.stringMatching(/^cut off: \[Ļöñĝéŕ/)])
  await draw('<p style="height: 1em; overflow: hidden; width: 60px">[Ĥîĝĥéŕ ţĥåñ ţĥåţ]</p>')
  expect(await seen()).toEqual([expect.stringMatching(/^cut off: \[Ĥîĝĥéŕ/)])
  await draw('<p style="height: 2em; overflow: auto; width: 60px">[Šçŕöļļ ţö ţĥåţ]</p>')
  expect(await seen()).toEqual([])
})

test('a text that lies over another is named', async () => {
  await draw('<p style="margin: 0 0 -1em">[Öñé]</p><p style="margin: 0">[Öţĥéŕ]</p>')
  expect(await seen()).toEqual(['one over the other: [Öñé] | [Öţĥéŕ]'])
})

test('a text that is longer than its box is named, where nothing cuts it off', async () => {
  await draw('<button style="width: 80px; white-space: nowrap">[Ļöñĝéŕ ţĥåñ ţĥåţ]</button>')
  expect(await page.evaluate(spilling)).toEqual([expect.stringMatching(/^\[Ļöñĝéŕ ţĥåñ ţĥåţ\] in <button/)])
  await draw('<p style="width: 80px; height: 1.2em">[Ĥîĝĥéŕ ţĥåñ ţĥåţ]</p>')
  expect(await page.evaluate(spilling)).toEqual([expect.stringMatching(/^\[Ĥîĝĥéŕ ţĥåñ ţĥåţ\] in <p/)])
  await draw('<p>[Šĥöŕţ <strong>éñöûĝĥ</strong>]</p>')
  expect(await page.evaluate(spilling)).toEqual([])
})

test('a list whose longest choice is cut off is named', async () => {
  const list = (width: number) =>
    `<select style="width: ${width}px"><option>[Šĥöŕţ]</option><option>[Ļöñĝéŕ ţĥåñ ţĥåţ]</option></select>`
  await draw(list(80))
  expect(await page.evaluate(crampedLists)).toEqual([expect.stringContaining('px in 80: <select')])
  await draw(list(300))
  expect(await page.evaluate(crampedLists)).toEqual([])
})

test('what makes a page wider than its window is named', async () => {
  await draw('<div style="width: 600px; height: 4px"></div>')
  expect(await page.evaluate(stickingOut, { box: 'body' })).toHaveLength(2)
})

const rightToLeft = 'lang="ar" dir="rtl"'

test('what keeps its side is named, and what takes the other is not', async () => {
  const side = (margin: string) => `<main style="${margin}: 80px; width: 120px">مرحبا</main>`
  const turned = { turned: 'html', box: 'body' }
  await draw(side('margin-inline-start'), rightToLeft)
  expect(await page.evaluate(unmirrored, turned)).toEqual([])
  await draw(side('float: left; margin-left'), rightToLeft)
  expect(await page.evaluate(unmirrored, turned)).toEqual([
    expect.stringMatching(/^stands on the wrong side: <main/),
  ])
  await draw('<p style="text-align: left">مرحبا</p>', rightToLeft)
  expect(await page.evaluate(unmirrored, turned)).toEqual([
    expect.stringMatching(/^its words stand on the wrong side: <p/),
  ])
})

test.each([
  ['an amount', '1.5 ETH'],
  ['an address', '0x2222222222222222222222222222222222222222'],
  ['an address of Bitcoin', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'],
  ['a mail', '4lice@mail.example'],
  ['a code', '0D5AR-5PMRN-8TZQC'],
])('%s that does not run from left to right is named', async (_, text) => {
  await draw(`<p>مرحبا <bdi>${text}</bdi></p>`, rightToLeft)
  expect(await page.evaluate(outOfOrder, {})).toEqual([])
  await draw(`<p>مرحبا <bdo dir="rtl">${text}</bdo></p>`, rightToLeft)
  expect(await page.evaluate(outOfOrder, {})).not.toEqual([])
})

test('a page that runs the other way, or turns what is typed into it, is named', async () => {
  await draw('<input dir="ltr">', rightToLeft)
  expect(await page.evaluate(straight, 'ar')).toEqual([])
  await draw('<input>', rightToLeft)
  expect(await page.evaluate(straight, 'ar')).toEqual([expect.stringMatching(/^turns what is typed: <input/)])
  await draw('')
  expect(await page.evaluate(straight, 'ar')).toEqual(['it is said to be in “en”', 'the page runs “”'])
})
