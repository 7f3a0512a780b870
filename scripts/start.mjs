/**
 * `npm start`: installs if needed, builds what is stale, then boots the local world in this very process.
 * Works on a fresh clone, so nothing but Node is imported before the installation, and nothing newer than old
 * Nodes can read before their version has been looked at.
 */
const started = Date.now()
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Latchkey needs Node 20.19 or newer; this is ${process.versions.node}.`)
  console.error('Install a newer one (for example `nvm install` in this folder) and run npm start again.')
  process.exit(1)
}

const { endAll } = await import('./run.mjs')
const { ensureInstalled, root, SetupError } = await import('./install.mjs')

/** Rooms without which the local world starts all the same. */
const optional = ['@latchkey/phone', '@latchkey/docs']
const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])

// Until the world is up, a signal ends the installation or the build, and with it this process.
let isAsked = false
/** @param {NodeJS.Signals} signal */
function interrupt(signal) {
  // npm and the build run in groups of their own and hear only what is passed on here; the second time is a kill.
  endAll(isAsked ? 'SIGKILL' : signal)
  isAsked = true
}
for (const signal of signals) process.on(signal, interrupt)

// npm that is told to end passes nothing on: its shell ends, and this process would go on with nobody to stop it.
// Started without npm, it may well be meant to outlive its shell.
if (process.env.npm_lifecycle_event) {
  const parent = process.ppid
  const look = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(look)
    process.kill(process.pid, 'SIGTERM')
  }, 1000)
  look.unref()
}

try {
  await ensureInstalled()
  if (!isAsked) await buildStale()
} catch (error) {
  if (!isAsked) console.error(error instanceof SetupError ? error.message : error)
  process.exitCode = 1
}
for (const signal of signals) process.off(signal, interrupt)
if (isAsked) process.exitCode = 130

if (!process.exitCode) {
  console.log(`Starting the local world (${((Date.now() - started) / 1000).toFixed(1)} s so far) …`)
  await import(new URL('../local/dist/main.js', import.meta.url).href)
}

async function buildStale() {
  const { build } = await import('./build.mjs')
  console.log('Building what is stale …')
  const results = await build({ folder: root })
  const broken = results.filter(({ state }) => state === 'failed' || state === 'skipped')
  const fatal = broken.filter(({ name }) => !optional.includes(name))
  for (const { name } of broken) if (optional.includes(name)) console.log(`  going on without ${name}`)
  if (fatal.length > 0 && !isAsked) {
    const names = fatal.map(({ name }) => name).join(', ')
    throw new SetupError(`Latchkey cannot start: ${names} did not build. The reason is above.`)
  }
}
