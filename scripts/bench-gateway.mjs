/** `npm run bench:gateway`: installs if needed, builds the gateway, then measures its chain proxy. Works on a fresh clone. */
import { join } from 'node:path'
import { build } from './build.mjs'
import { ensureInstalled, root, SetupError } from './install.mjs'
import { endWithSignals, run } from './run.mjs'

endWithSignals()
try {
  await ensureInstalled()
  const results = await build({ names: ['@latchkey/gateway'] })
  if (results.some(({ state }) => state === 'failed')) throw new SetupError('The gateway does not build.')
  const { code } = await run(process.execPath, ['src/gateway.mjs'], { cwd: join(root, 'bench'), live: true })
  process.exitCode = code ?? 1
} catch (error) {
  console.error(error instanceof SetupError ? error.message : error)
  process.exitCode = 1
}
