/** Pictures of scenes: of those with a fault, and of all of them where `LATCHKEY_SHOTS` names a folder to look through. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * @typedef {import('playwright-core').Page} Page
 *
 * @typedef {object} Shots
 * @property {(page: Page, name: string, check: () => Promise<void>) => Promise<void>} watch runs the checks of a scene;
 *   what fails says where to see it
 * @property {() => void} end one page with all that were taken
 */

const wanted = process.env.LATCHKEY_SHOTS
const folder = wanted ?? join(tmpdir(), 'latchkey-shots')

/**
 * @param {string} label what they have in common: a language
 * @returns {Shots}
 */
export function takeShots(label) {
  /** @type {string[]} */
  const taken = []
  /**
   * @param {Page} page
   * @param {string} name
   */
  async function take(page, name) {
    mkdirSync(folder, { recursive: true })
    const file = `${label} ${name}.png`.replaceAll(/[^\p{L}\p{N}.-]+/gu, '-')
    await page.screenshot({ path: join(folder, file), animations: 'disabled', caret: 'hide' })
    taken.push(file)
    return join(folder, file)
  }
  return {
    async watch(page, name, check) {
      try {
        await check()
      } catch (cause) {
        const path = await take(page, name)
        throw new Error(`${cause instanceof Error ? cause.message : String(cause)}\nSeen in ${path}`, {
          cause,
        })
      }
      if (wanted) await take(page, name)
    },
    end() {
      if (taken.length === 0) return
      const figures = taken
        .sort()
        .map(
          (file) => `<figure><img src="${file}" width="260" alt=""><figcaption>${file}</figcaption></figure>`,
        )
      const style =
        'body{display:flex;flex-wrap:wrap;gap:8px;background:#444;color:#fff}figure{margin:0;width:260px}'
      writeFileSync(
        join(folder, `${label}.html`),
        `<!doctype html><meta charset="utf-8"><title>${label}</title><style>${style}</style>${figures.join('\n')}\n`,
      )
    },
  }
}
