/** The look of the modal in a browser: the theme editor, every part and slot that the guide promises, and any accent. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axeIn } from '../../scripts/a11y/checks.mjs'
import { axeOn } from './a11y/axe.js'
import { openStages } from './a11y/stage.js'
import { type Playground, startPlayground } from './browse.js'

const read = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8')
const timeout = 120_000

let playground: Playground
let onStage: Awaited<ReturnType<typeof openStages>>
beforeAll(async () => {
  playground = await startPlayground()
  onStage = await openStages(playground, 1, { stride: 1250 })
}, 180_000)
afterAll(() => playground?.close())

describe('the theme editor', () => {
  const openEditor = async () => {
    const opened = await playground.open({ reducedMotion: 'reduce' }, { path: 'theme.html' })
    await opened.page.locator('latchkey-modal [part~=row]').first().waitFor()
    return opened
  }

  test('draws a modal and its form, for everyone, light and dark', { timeout }, async () => {
    const { page, complaints } = await openEditor()
    for (const mode of ['light', 'dark']) {
      await page.getByLabel('Mode').selectOption(mode)
      await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe(mode)
      expect(await axeIn(page)).toEqual([])
    }
    expect(complaints).toEqual([])
  })

  test('prints options that give another kit the same look', { timeout }, async () => {
    const { page } = await openEditor()
    await page.getByLabel('Mode').selectOption('light')
    await page.getByLabel('Accent').fill('#c2185b')
    await page.getByLabel('Tint', { exact: true }).fill('#ffaa00')
    await page.getByLabel('Strength of the tint').fill('20')
    await page.getByLabel('Font').selectOption({ label: 'With serifs' })
    for (const [label, value] of Object.entries({
      'Size of type': '11.5',
      Radius: '7',
      Spacing: '1.2',
      Motion: '2',
      Width: '420',
    }))
      await page.getByLabel(label).fill(value)
    const printed = await page.getByTestId('options').textContent()
    const options = optionsIn(printed ?? '')
    expect(Object.keys(options.themeVariables)).toHaveLength(9)
    await onStage(async (stage) => {
      await stage.play('Wallets found')
      const plain = await lookOf(stage.page)
      await dress(stage.page, options.themeMode, options.themeVariables)
      const worn = await lookOf(stage.page)
      expect(worn).not.toEqual(plain)
      expect(worn).toEqual(await lookOf(page))
    })
  })

  test('prints only the mode before anything is chosen, and again after “Start again”', {
    timeout,
  }, async () => {
    const { page } = await openEditor()
    const printed = () => page.getByTestId('options').textContent()
    expect(optionsIn((await printed()) ?? '')).toEqual({ themeMode: 'auto' })
    await page.getByLabel('Radius').fill('0')
    expect(optionsIn((await printed()) ?? '').themeVariables).toEqual({ '--latchkey-radius': '0px' })
    await page.getByRole('button', { name: 'Start again' }).click()
    expect(optionsIn((await printed()) ?? '')).toEqual({ themeMode: 'auto' })
  })
})

interface Options {
  readonly themeMode: string
  readonly themeVariables: Record<string, string | number>
}

/** What the printed call would hand to the kit. */
function optionsIn(text: string): Options {
  const given: Options[] = []
  runInNewContext(text, { createLatchkey: (options: Options) => given.push(options) })
  return JSON.parse(JSON.stringify(given[0]))
}

/** Every token that the sheets of the elements speak of, as it came out. */
const tokens = [
  ...new Set(
    ['tokens', 'modalTokens'].flatMap(
      (name) => read(`packages/ui/src/theme/${name}.sheet.css`).match(/--lk-[\w-]+/g) ?? [],
    ),
  ),
].sort()

const lookOf = (page: Page) =>
  page.locator('latchkey-modal').evaluate((modal, names) => {
    const style = getComputedStyle(modal)
    return names.map((name) => `${name}: ${style.getPropertyValue(name)}`)
  }, tokens)

/** As an app's own call would. */
const dress = (page: Page, mode: string, variables: Record<string, string | number>) =>
  page.evaluate(
    ([wanted, worn]) => {
      for (const { kit } of document.querySelectorAll('latchkey-modal'))
        kit?.setTheme({ mode: wanted === 'light' ? 'light' : 'dark', variables: worn })
    },
    [mode, variables] as const,
  )

/** The names in the first column of a table of the guide. */
function promised(heading: string): string[] {
  const section = read('docs/guide/theming.md').split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  const rows = section.split('\n').filter((line) => line.startsWith('| `'))
  return rows.flatMap((row) =>
    Array.from(row.split('|')[1]?.matchAll(/`([\w-]+)`/g) ?? [], ([, name = '']) => name),
  )
}

/** By the scene that shows them. */
const parts = {
  'Wallets found': [
    ...['button', 'overlay', 'card', 'header', 'title', 'body', 'icon-button', 'row', 'row-name', 'tag'],
  ],
  'No wallet': ['action', 'action-accent', 'action-quiet'],
  'With terms': ['disclaimer'],
  'Every wallet': ['search'],
  'No such wallet': ['notice'],
  'Code asked for': ['code', 'code-box'],
  'Any wallet': ['qr'],
  Tokens: ['avatar', 'tabs', 'tab', 'tab-chosen'],
  Details: ['action-bad'],
  'Choose token': ['token-row'],
  Send: ['amount', 'amount-input'],
  Review: ['summary', 'summary-line'],
  Alert: ['alert'],
  Success: ['toast'],
}

const slots = {
  'Wallets found': ['header', 'footer', 'wallet-row'],
  'With terms': ['disclaimer'],
  Connected: ['avatar'],
}

describe('what a style sheet and elements of an app reach', () => {
  test('is tried here: every part and every slot of the guide', () => {
    expect(Object.values(parts).flat().sort()).toEqual(promised('Parts').sort())
    expect(Object.values(slots).flat().sort()).toEqual(promised('Slots').sort())
  })

  test.for(Object.entries(parts))('“%s”: parts wear what a style sheet says', { timeout }, ([scene, names]) =>
    onStage(async ({ page, play }) => {
      await play(scene)
      for (const name of names) expect([name, await page.evaluate(isStyled, name)]).toEqual([name, true])
    }),
  )

  test.for(Object.entries(slots))('“%s”: slots show what is put there', { timeout }, ([scene, names]) =>
    onStage(async ({ page, play }) => {
      await play(scene)
      for (const name of names) expect([name, await page.evaluate(isShown, name)]).toEqual([name, true])
    }),
  )
})

/** Runs in the page. Whether something with this part is seen in the colour that a style sheet of the page gives it. */
function isStyled(part: string): boolean {
  const sheet = new CSSStyleSheet()
  const colour = 'rgb(1, 254, 3)'
  sheet.replaceSync(
    `:is(latchkey-modal, latchkey-button)::part(${part}) { background: ${colour}; outline: 3px solid ${colour} }`,
  )
  document.adoptedStyleSheets = [sheet]
  const roots = Array.from(
    document.querySelectorAll('latchkey-modal, latchkey-button'),
    ({ shadowRoot }) => shadowRoot,
  )
  const found = roots.flatMap((root) => Array.from(root?.querySelectorAll(`[part~="${part}"]`) ?? []))
  const seen = found.filter((element) => {
    const { width, height } = element.getBoundingClientRect()
    const { outlineColor, outlineWidth } = getComputedStyle(element)
    return (
      element.checkVisibility() &&
      width > 0 &&
      height > 0 &&
      outlineColor === colour &&
      outlineWidth === '3px'
    )
  })
  document.adoptedStyleSheets = []
  return seen.length > 0
}

/** Runs in the page. Whether an element of the page is drawn in the modal, in the place of what stands there otherwise. */
function isShown(slot: string): boolean {
  const element = document.createElement('p')
  element.slot = slot
  element.textContent = 'The shop’s own words'
  const modal = document.querySelector('latchkey-modal')
  modal?.append(element)
  const card = modal?.shadowRoot?.querySelector('[part=card]')?.getBoundingClientRect()
  const { left, right, width, height } = element.getBoundingClientRect()
  const isIn = card !== undefined && left >= card.left && right <= card.right && width > 0 && height > 0
  const isSlotted = element.assignedSlot?.name === slot && element.checkVisibility()
  element.remove()
  return isIn && isSlotted
}

/** Yellow, nearly white, nearly black, as loud as can be, middle grey: what brands come with. */
const accents = ['#ffe600', '#fdfdfd', '#060606', '#ff00ff', '#00ff38', '#808080']
const scenesOfAccent = [
  'Wallets found',
  'No wallet',
  'Waiting',
  'Declined',
  'Connected',
  'Swap: quoted',
  'Code wrong',
]

describe('[S5-14] any accent', () => {
  test.for(scenesOfAccent)('“%s” can be read in it, light and dark', { timeout }, (scene) =>
    onStage(async (stage) => {
      await stage.play(scene)
      const findings: string[] = []
      for (const mode of ['light', 'dark'])
        for (const accent of accents) {
          await dress(stage.page, mode, { '--latchkey-accent': accent })
          findings.push(
            ...(await axeOn(stage, ['color-contrast'])).map((each) => `${mode} ${accent}: ${each}`),
          )
        }
      expect(findings).toEqual([])
    }),
  )
})
