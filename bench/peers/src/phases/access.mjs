/** Whether everybody can use the open modal: axe's findings, and seven things that a dialog owes to a keyboard. */
import { AxeBuilder } from '@axe-core/playwright'
import { launch, visit } from '../visit.mjs'

/**
 * @typedef {object} Access
 * @property {number} nodes elements of which axe complains, whatever the impact
 * @property {number} grave those of them that are critical or serious
 * @property {string[]} lacks what a keyboard or a screen reader misses
 */

const tabs = 40

/**
 * @param {import('../visit.mjs').Rig} rig
 * @param {readonly import('../apps.mjs').App[]} apps
 * @returns {Promise<Map<string, Access>>}
 */
export async function checkAccess(rig, apps) {
  const browser = await launch(rig)
  /** @type {Map<string, Access>} */
  const found = new Map()
  try {
    for (const app of apps) if (app.row) found.set(app.name, await checkApp(browser, rig, app))
  } finally {
    await browser.close()
  }
  return found
}

const isGrave = (/** @type {string | null | undefined} */ impact) =>
  impact === 'critical' || impact === 'serious'

/**
 * @param {readonly { impact?: string | null | undefined, nodes: readonly unknown[] }[]} violations
 * @returns {Pick<Access, 'nodes' | 'grave'>}
 */
export function countFindings(violations) {
  const count = (/** @type {typeof violations} */ some) =>
    some.reduce((sum, { nodes }) => sum + nodes.length, 0)
  return { nodes: count(violations), grave: count(violations.filter(({ impact }) => isGrave(impact))) }
}

/**
 * @param {import('playwright-core').Browser} browser
 * @param {import('../visit.mjs').Rig} rig
 * @param {import('../apps.mjs').App} app
 * @returns {Promise<Access>}
 */
async function checkApp(browser, rig, app) {
  const { context, page, go, openModal } = await visit(browser, rig, app)
  /** @type {string[]} */
  const lacks = []
  const isOpen = () => page.evaluate(`peerProbe.find(${JSON.stringify(app.row)}) !== undefined`)
  const isInside = () =>
    page.evaluate(
      `peerProbe.contains(peerProbe.find(${JSON.stringify(app.modal)}, true), peerProbe.focused())`,
    )
  try {
    await go()
    // A neighbour after the widget shows a trap that leaks.
    await page.evaluate(`document.querySelector('main').append(Object.assign(
      document.createElement('button'), { textContent: 'Outside' }))`)
    await openModal('keyboard')
    await page.waitForTimeout(1500)
    const { violations } = await new AxeBuilder({ page }).analyze()
    const { nodes, grave } = countFindings(violations)

    const devTools = await context.newCDPSession(page)
    const { nodes: tree } = await devTools.send('Accessibility.getFullAXTree')
    const dialog = tree.find(({ ignored, role }) => !ignored && /^(alert)?dialog$/.test(role?.value ?? ''))
    if (!dialog) lacks.push('the role of a dialog')
    if (!dialog?.properties?.some(({ name, value }) => name === 'modal' && value.value === true))
      lacks.push('aria-modal')
    if (!dialog?.name?.value) lacks.push('a name')
    if (!(await isInside())) lacks.push('focus moves in')
    let leaks = 0
    for (let press = 0; press < tabs; press += 1) {
      await page.keyboard.press('Tab')
      // The page itself has the focus for a moment where a browser goes round; what counts is another element.
      const isPage = await page.evaluate('peerProbe.focused() === document.body')
      if (!isPage && !(await isInside())) leaks += 1
    }
    if (leaks > 0) lacks.push('focus stays in')
    await page.keyboard.press('Escape')
    await page.waitForTimeout(1200)
    if (await isOpen()) lacks.push('Escape closes')
    const isBack = await page.evaluate(
      `peerProbe.focused() === peerProbe.find(${JSON.stringify(app.button)})`,
    )
    if (!isBack) lacks.push('focus comes back')
    return { nodes, grave, lacks }
  } finally {
    await context.close()
  }
}
