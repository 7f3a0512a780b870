/** Reads our own style sheets: what an app's variables promise reaches every distance, movement, corner and size of type. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const source = join(import.meta.dirname, 'src')
const sheets = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.sheet.css'))
  .map((name) => ({ name, text: readFileSync(join(source, name), 'utf8').replaceAll(/\/\*[^]*?\*\//g, '') }))

/** Declarations whose property fits, as `parts/grid.sheet.css margin: 0 auto`. */
const declared = (property: RegExp) =>
  sheets.flatMap(({ name, text }) =>
    [...text.matchAll(/[{;]\s*([\w-]+):([^;{}]+)/g)]
      .filter(([, found = '']) => property.test(found))
      .map(([, found, value = '']) => `${name} ${found}: ${value.trim().replaceAll(/\s+/g, ' ')}`),
  )

/** Those that say a size without the variable which makes it larger or smaller. */
const unmoved = (property: RegExp, size: RegExp, moved: RegExp) =>
  declared(property).filter((line) =>
    size.test(
      line
        .slice(line.indexOf(': '))
        .replaceAll(moved, '')
        .replaceAll(/var\([^()]*\)/g, ''),
    ),
  )

const length = /(?<![\w.-])-?(?!0px)[\d.]+px/

test('[S9-16] every distance goes by the spacing, but for these', () => {
  const kept = [
    // A row of a long list is as high as the list reckons with.
    'parts/grid.sheet.css padding: 4px 0 0',
    'parts/token.sheet.css padding: 8px var(--lk-space-10)',
    'views/allWallets.sheet.css gap: 8px',
    'views/allWallets.sheet.css padding: 10px var(--lk-space-4) 0',
    'views/allWallets.sheet.css gap: 10px',
    'views/allWallets.sheet.css padding: 10px var(--lk-space-4) 0',
    // The room of an icon within a field, beside its distances.
    'parts/search.sheet.css padding-inline: calc(var(--lk-space-14) + 28px) var(--lk-space-14)',
    'views/embedded/embedded.sheet.css padding-inline: var(--lk-space-16) calc(var(--lk-space-16) + 30px)',
    // What lies on the other is as large as it is.
    'views/swap/swap.sheet.css margin: var(--lk-space-2) 0 -22px',
    'views/swap/swap.sheet.css margin-inline-start: -14px',
    // A hair, so that words stand in the middle.
    'views/views.sheet.css padding-top: 1px',
    'views/account/activity.sheet.css padding: 1px calc(7px * var(--lk-spacing))',
    'views/account/nfts.sheet.css padding: 1px var(--lk-space-8)',
    'views/account/nfts.sheet.css padding: 1px var(--lk-space-6)',
    'views/onramp/onramp.sheet.css padding: 1px calc(7px * var(--lk-spacing))',
  ]
  const moved = /calc\(-?[\d.]+px \* var\(--lk-spacing\)\)/g
  expect(unmoved(/^(padding|margin|gap|row-gap|column-gap)/, length, moved).sort()).toEqual(kept.sort())
})

test('[S9-16] a step of the spacing is there, and is as long as its name says', () => {
  const steps = declared(/^--lk-space-/).map((line) => line.split(' ').slice(1).join(' '))
  const [first = ''] = steps
  expect(first).toBe('--lk-space-2: calc(2px * var(--lk-spacing))')
  for (const step of steps) expect(step).toMatch(/^--lk-space-(\d+): calc\(\1px \* var\(--lk-spacing\)\)$/)
  const named = new Set(steps.map((step) => step.split(':')[0]))
  const used = new Set(sheets.flatMap(({ text }) => text.match(/(?<=var\()--lk-space-\d+/g) ?? []))
  expect([...used].sort()).toEqual([...named].sort())
})

test('[S9-06] every movement goes by the pace that the app asks for', () => {
  const moved = /calc\([\d.]+m?s \* var\(--lk-(motion|slow)\)\)/g
  expect(unmoved(/^(animation|transition|--lk-time)/, /(?<![\w.-])[\d.]+m?s\b/, moved)).toEqual([])
})

test('[S9-06] for who wants no motion, what turns turns slowly, and nothing else moves', () => {
  const slow = declared(/^animation-duration/)
  expect(slow.length).toBeGreaterThan(0)
  for (const line of slow) expect(line).toMatch(/calc\([2-6](\.\d)?s \* var\(--lk-slow\)\)$/)
  const tokens = sheets.find(({ name }) => name === 'theme/tokens.sheet.css')?.text ?? ''
  const [, still = ''] = tokens.split('@media (prefers-reduced-motion: reduce)')
  expect(still).toContain('--lk-motion: 0;')
  expect(still).toContain('--lk-slow: min(1, var(--latchkey-motion, 1) * 99);')
})

test('[S9-16] every corner goes by the radius, but for a caret and the eyes of a code', () => {
  const kept = ['parts/code.sheet.css border-radius: 1px', 'parts/qr.sheet.css border-radius: 10px']
  const moved = /min\([\d.]+px, var\(--lk-radius\) \* [\d.]+\)|[\d.]+px \* var\(--lk-spacing\)/g
  expect(unmoved(/radius$/, length, moved)).toEqual(kept)
})

test('[S9-16] all type goes by the size that the app asks for; in a field it is never too small for a phone', () => {
  const least = /max\(16px, (var\(--lk-text-\w+\)|calc\(var\(--lk-master\) \* [\d.]+\))\)/g
  expect(unmoved(/^(font|font-size)$/, length, least)).toEqual([])
})
