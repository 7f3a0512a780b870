/** `npm run bench:relay`: installs if needed, builds the gateway, then measures it. Works on a fresh clone. */
import { build } from './build.mjs'
import { ensureInstalled, SetupError } from './install.mjs'
import { endWithSignals } from './run.mjs'

endWithSignals()
try {
  await ensureInstalled()
  const results = await build({ names: ['@latchkey/gateway'] })
  if (results.some(({ state }) => state === 'failed')) throw new SetupError('The gateway does not build.')
  const { benchRelay } = await import('../bench/src/relay.mjs')
  await benchRelay()
} catch (error) {
  console.error(error instanceof SetupError ? error.message : error)
  process.exitCode = 1
}
