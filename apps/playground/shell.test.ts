/** The modal's window in a real browser: opening, dismissing, focus, movement, and what a strict policy thinks of it. */
import { limits } from '@latchkey/spec/limits'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countShakes, focused, type Playground, playScene, startPlayground } from './browse.js'

let playground: Playground
beforeAll(async () => {
  playground = await startPlayground()
}, 120_000)
afterAll(() => playground?.close())

const slow = { timeout: 60_000 }
const dialog = (page: Page) => page.getByRole('dialog')
const gone = (page: Page) => dialog(page).waitFor({ state: 'hidden' })

test('Escape, the backdrop and the close button each close the modal', slow, async () => {
  const { page } = await playground.open()
  const dismissals = [
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(20, 20),
    () => dialog(page).getByRole('button', { name: 'Close' }).click(),
  ]
  for (const dismiss of dismissals) {
    await page.getByRole('button', { name: 'Connect wallet' }).first().click()
    await dialog(page).waitFor()
    await dismiss()
    await gone(page)
  }
})

test('a button that is redrawn between press and release still opens the modal', slow, async () => {
  const { page } = await playground.open()
  const button = page.locator('latchkey-button, latchkey-connect-button').first()
  const box = await button.getByText('Connect wallet').boundingBox()
  if (!box) throw new Error('The button is not drawn')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await button.evaluate((element) => element.setAttribute('label', 'Connect a wallet'))
  await page.mouse.up()
  await dialog(page).waitFor()
})

test('letting go on the backdrop after a press inside does not close', slow, async () => {
  const { page } = await playground.open()
  await playScene(page, 'Wallets found')
  const box = await dialog(page).getByRole('heading').boundingBox()
  if (!box) throw new Error('The heading is not drawn')
  await page.mouse.move(box.x + 20, box.y + 5)
  await page.mouse.down()
  await page.mouse.move(20, 20)
  await page.mouse.up()
  expect(await dialog(page).isVisible()).toBe(true)
})

test(
  '[S2-08] ApproveTransaction refuses Escape again and again, the backdrop and the close button, and shakes',
  slow,
  async () => {
    const { page } = await playground.open()
    await playScene(page, 'Approval on its way')
    const shakes = await countShakes(page)
    const isShaking = () => page.locator('latchkey-modal [data-shaking]').count()
    // Browsers close a dialog by force when Escape is pressed twice without a click between.
    for (let presses = 0; presses < 3; presses++) await page.keyboard.press('Escape')
    expect(await shakes()).toBeGreaterThan(0)
    await expect.poll(isShaking, { timeout: limits.shakeReset + 2000 }).toBe(0)
    await page.mouse.click(20, 20)
    await dialog(page).getByRole('button', { name: 'Close' }).click()
    expect(await dialog(page).isVisible()).toBe(true)
  },
)

test(
  'Tab stays in the modal both ways round, and closing gives the focus back to the button',
  slow,
  async () => {
    const { page } = await playground.open()
    const opener = page.locator('latchkey-button').getByRole('button')
    await opener.focus()
    await page.keyboard.press('Enter')
    await dialog(page).getByRole('button', { name: 'MetaMask' }).waitFor()
    const stops = await dialog(page).getByRole('button').count()
    const forward: string[] = []
    for (let presses = 0; presses <= stops; presses++) {
      await page.keyboard.press('Tab')
      forward.push(await focused(page))
    }
    expect(forward[0]).toBe('What is a wallet?')
    expect(new Set(forward).size).toBe(stops)
    expect(forward[stops]).toBe(forward[0])
    await page.keyboard.press('Shift+Tab')
    expect(await focused(page)).toBe(forward[stops - 1])
    await page.keyboard.press('Escape')
    await gone(page)
    expect(await focused(page)).toBe('Connect wallet')
  },
)

test('[S2-07] back returns to the view before, and the new title takes the focus', slow, async () => {
  const { page } = await playground.open()
  await page.locator('latchkey-button').getByRole('button').click()
  await dialog(page).getByRole('button', { name: 'Learn how they work' }).click()
  await dialog(page).getByRole('heading', { name: 'What is a wallet?' }).waitFor()
  await expect.poll(() => focused(page)).toBe('What is a wallet?')
  await dialog(page).getByRole('button', { name: 'Back' }).click()
  await dialog(page).getByRole('heading', { name: 'Connect wallet' }).waitFor()
})

test(
  '[S9-06] the next view comes from where reading goes on, also where that is the left',
  slow,
  async () => {
    const moves = async (language: string) => {
      const { page } = await playground.open({}, { path: `?language=${language}` })
      await page.getByRole('button', { name: 'What is a wallet?', exact: true }).click()
      const next = dialog(page).locator('[part~=action]').first()
      await next.waitFor()
      await page.evaluate(() => {
        const seen: string[] = []
        Reflect.set(window, 'slides', seen)
        const { animate } = Element.prototype
        Element.prototype.animate = function (frames, options) {
          const steps = Array.isArray(frames) ? frames.map(({ transform }) => String(transform ?? '')) : []
          seen.push(...steps.filter((step) => step.startsWith('translateX')))
          return animate.call(this, frames, options)
        }
      })
      const slides = () => page.evaluate((): unknown => Reflect.get(window, 'slides'))
      await next.click()
      await expect.poll(slides).toHaveLength(2)
      await dialog(page).locator('[part=header] [part=icon-button]').first().click()
      await expect.poll(slides).toHaveLength(4)
      return slides()
    }
    const [left, right] = ['translateX(-14px)', 'translateX(14px)']
    // The view that leaves, the one that comes; then the same the way back.
    expect(await moves('en')).toEqual([left, right, right, left])
    expect(await moves('ar')).toEqual([right, left, left, right])
  },
)

test('[S9-16] the card is 360 px wide on a desktop and a sheet at the bottom of a phone', slow, async () => {
  const card = (page: Page) => dialog(page).locator('[part=card]').boundingBox()
  const desktop = await playground.open()
  await playScene(desktop.page, 'No wallet')
  // The card comes in a little smaller than it ends up.
  await expect.poll(async () => (await card(desktop.page))?.width).toBe(limits.modalWidth)
  const phone = await playground.open({ viewport: { width: 390, height: 844 } })
  await playScene(phone.page, 'No wallet')
  await expect.poll(async () => (await card(phone.page))?.x).toBe(0)
  await expect
    .poll(async () => {
      const box = await card(phone.page)
      return box && [box.width, box.y + box.height]
    })
    .toEqual([390, 844])
})

test('[S9-06] the card grows over 150 ms, and at once where motion is not wanted', slow, async () => {
  const heightTime = (page: Page) =>
    page
      .locator('latchkey-modal [part=body]')
      .evaluate((element) => getComputedStyle(element).transitionDuration)
  const moving = await playground.open()
  await playScene(moving.page, 'Wallets found')
  await dialog(moving.page).locator('[part=body]').waitFor()
  expect(await heightTime(moving.page)).toBe(`${limits.modalHeight / 1000}s`)
  const still = await playground.open({ reducedMotion: 'reduce' })
  await playScene(still.page, 'Wallets found')
  await dialog(still.page).locator('[part=body]').waitFor()
  expect(await heightTime(still.page)).toBe('0s')
})

test(
  '[D-22] announced icons are drawn, SVG and PNG alike, without loading a data: address',
  slow,
  async () => {
    const { page, complaints } = await playground.open()
    await playScene(page, 'Wallets found')
    const row = (name: string) => dialog(page).getByRole('button', { name })
    await row('Demo Wallet').locator('[data-picture] svg rect').waitFor()
    await row('Brass Demo').locator('[data-picture] canvas').waitFor()
    expect(await row('Quiet Demo').locator('[data-picture] *').count()).toBe(0)
    expect(complaints).toEqual([])
  },
)

test(
  'a hostile icon runs nothing, loads nothing and leaves its frame empty of all but shapes',
  slow,
  async () => {
    const { page, complaints } = await playground.open()
    await playScene(page, 'Hostile icon')
    const picture = dialog(page).getByRole('button', { name: 'Hostile Demo' }).locator('[data-picture]')
    await picture.locator('rect').first().waitFor()
    const names = await picture.locator('*').evaluateAll((all) => all.map(({ localName }) => localName))
    expect(names).toEqual(['svg', 'g', 'rect', 'rect', 'rect', 'rect', 'rect', 'rect'])
    const attributes = await picture
      .locator('*')
      .evaluateAll((all) => all.flatMap((element) => element.getAttributeNames()))
    expect(attributes.filter((name) => /^on|style|href|mask|clip/.test(name))).toEqual([])
    expect(await page.title()).toBe('Playground · Latchkey')
    // What a picture loads is asked for when it is painted.
    await page.screenshot()
    expect(complaints).toEqual([])
  },
)

test(
  'icons that cost more than they show are not drawn; the letter stands for the wallet',
  slow,
  async () => {
    const { page } = await playground.open()
    await playScene(page, 'Hostile icon')
    const row = (name: string) => dialog(page).getByRole('button', { name })
    await row('Hostile Demo').locator('[data-picture] svg').waitFor()
    for (const name of ['Freezing Demo', 'Multiplying Demo'])
      expect(await row(name).locator('[data-picture] *').count()).toBe(0)
  },
)

test('a modal opened again while it fades lets the page scroll when it closes', slow, async () => {
  const { page } = await playground.open()
  const opener = page.locator('latchkey-button').getByRole('button')
  const overflow = () => page.evaluate(() => getComputedStyle(document.documentElement).overflow)
  const atRest = await overflow()
  await opener.click()
  await dialog(page).getByRole('button', { name: 'Demo Wallet' }).waitFor()
  expect(await overflow()).toBe('hidden')
  await page.evaluate(() => {
    const { kit } = document.querySelector('latchkey-modal') ?? {}
    kit?.close()
    kit?.open()
  })
  await dialog(page).getByRole('heading', { name: 'Connect wallet' }).waitFor()
  await page.keyboard.press('Escape')
  await gone(page)
  await expect.poll(overflow).toBe(atRest)
  expect(await focused(page)).toBe('Connect wallet')
})

test(
  'on the smallest screen, with an alert above it, the whole list can still be scrolled to',
  slow,
  async () => {
    const { page } = await playground.open({ viewport: { width: 320, height: 480 } })
    await playScene(page, 'Alert')
    const last = dialog(page).getByRole('button', { name: 'Learn how they work' })
    await last.scrollIntoViewIfNeeded()
    const bottom = async () => {
      const box = await last.boundingBox()
      return box ? box.y + box.height : Number.POSITIVE_INFINITY
    }
    await expect.poll(bottom).toBeLessThanOrEqual(480)
    await last.click()
    await dialog(page).getByRole('heading', { name: 'What is a wallet?' }).waitFor()
  },
)

test('[D-10] a modal whose code cannot be loaded says so, and tries again in place', slow, async () => {
  const { page } = await playground.open()
  await page.route('**/assets/mount-*.js', (route) => route.abort())
  // From its start: an idle page has the modal before anybody presses.
  await page.reload()
  await page.locator('latchkey-button').getByRole('button').click()
  await dialog(page).getByText('could not be loaded').waitFor()
  await page.unroute('**/assets/mount-*.js')
  await dialog(page).getByRole('button', { name: 'Try again' }).click()
  await dialog(page).getByRole('heading', { name: 'Connect wallet' }).waitFor()
})

test(
  '[D-10] a view that cannot be loaded leaves the modal usable, and tries again in place',
  slow,
  async () => {
    const { page } = await playground.open()
    await page.route('**/assets/WhatIsAWallet-*.js', (route) => route.abort())
    await page.locator('latchkey-button').getByRole('button').click()
    await dialog(page).getByRole('button', { name: 'Learn how they work' }).click()
    await dialog(page).getByText('This screen could not be loaded').waitFor()
    await page.unroute('**/assets/WhatIsAWallet-*.js')
    await dialog(page).getByRole('button', { name: 'Try again' }).click()
    await dialog(page).getByText('Your keys, in one place').waitFor()
  },
)
