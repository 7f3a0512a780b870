/** `npm run bench:peers`: installs if needed, builds our packages, then measures them beside their rivals. */
import { join } from 'node:path'
import { build } from './build.mjs'
import { ensureInstalled, root, SetupError } from './install.mjs'
import { endWithSignals, run } from './run.mjs'

endWithSignals()
try {
  await ensureInstalled()
  const results = await build()
  if (results.some(({ state }) => state === 'failed')) throw new SetupError('Our packages do not build.')
  const args = ['peers/src/peers.mjs', ...process.argv.slice(2)]
  const { code } = await run(process.execPath, args, { cwd: join(root, 'bench'), live: true })
  process.exitCode = code ?? 1
} catch (error) {
  console.error(error instanceof SetupError ? error.message : error)
  process.exitCode = 1
}
