/** `npm run bench:load`: installs if needed, builds the gateway, then puts it under load. Works on a fresh clone. */
import { join } from 'node:path'
import { build } from './build.mjs'
import { ensureInstalled, root, SetupError } from './install.mjs'
import { ensureRedis } from './redis.mjs'
import { endWithSignals, run } from './run.mjs'

endWithSignals()
try {
  await ensureInstalled()
  await ensureRedis()
  const results = await build({ names: ['@latchkey/gateway'] })
  if (results.some(({ state }) => state === 'failed')) throw new SetupError('The gateway does not build.')
  const args = ['src/load.mjs', ...process.argv.slice(2)]
  const { code } = await run(process.execPath, args, { cwd: join(root, 'bench'), live: true })
  process.exitCode = code ?? 1
} catch (error) {
  console.error(error instanceof SetupError ? error.message : error)
  process.exitCode = 1
}
