/** Finds the browser and the font for the end-to-end tests, and installs Debian's where that can be done. */
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { isMain } from './gate.mjs'
import { SetupError } from './install.mjs'
import { run } from './run.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const macPaths = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * The path of a Chromium; `LATCHKEY_CHROMIUM` wins over what lies on the search path.
 *
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {string | undefined}
 */
export function findChromium(env = process.env) {
  const told = env.LATCHKEY_CHROMIUM
  if (told) {
    if (isExecutable(told)) return told
    throw new SetupError(`LATCHKEY_CHROMIUM is ${told}, which is not a program that can be run.`)
  }
  const folders = [...(env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin', '/snap/bin']
  const candidates = folders.filter(Boolean).flatMap((folder) => names.map((name) => join(folder, name)))
  return [...candidates, ...macPaths].find(isExecutable)
}

const howTo = `The end-to-end tests need Chromium. Either
  - install it: \`sudo apt-get install -y --no-install-recommends chromium fonts-liberation\` (Debian, Ubuntu), or
  - set LATCHKEY_CHROMIUM to the program of a Chromium or Chrome that you have.`

/** Of the width of Arial, which is first among the fonts of the widget that a Linux may have. */
const font = 'fonts-liberation'
const fontFamilies = /Arial|Liberation Sans|Arimo/

/**
 * Whether pages are drawn with letters of the usual width; without them, texts take more room than on most machines.
 *
 * @param {NodeJS.ProcessEnv} [env]
 */
export function hasFont(env = process.env) {
  if (process.platform !== 'linux') return true
  const { stdout } = spawnSync('fc-match', ['--format=%{family}', 'Arial'], { encoding: 'utf8', env })
  return fontFamilies.test(stdout ?? '')
}

/**
 * @param {{ log?: (line: string) => void }} [options]
 * @returns {Promise<string>} the path of the browser
 */
export async function ensureChromium({ log = console.log } = {}) {
  const found = findChromium()
  const missing = [...(found ? [] : ['chromium']), ...(hasFont() ? [] : [font])]
  const canInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (missing.length === 0 || !canInstall) {
    if (!found) throw new SetupError(howTo)
    if (missing.length > 0) log(`Without ${font}, checks of what fits on a screen may fail.`)
    return found
  }

  log(`Installing ${missing.join(' and ')} (apt-get) for the end-to-end tests …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const update = await run('apt-get', ['update', '-qq'], { env })
  const options = ['install', '-y', '-qq', '--no-install-recommends', ...missing]
  const install = await run('apt-get', options, { env })
  const installed = findChromium()
  if (installed && hasFont()) return installed
  throw new SetupError(`apt-get could not install it:\n${update.output}${install.output}\n${howTo}`)
}

if (isMain(import.meta.url)) {
  try {
    console.log(await ensureChromium())
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
