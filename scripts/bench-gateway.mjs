/**
 * `npm run bench:gateway`: installs if needed, builds the gateway and the local chain, then measures the chain proxy,
 * balances and history, and the directory, one after the other. Works on a fresh clone.
 */
import { join } from 'node:path'
import { build } from './build.mjs'
import { ensureInstalled, root, SetupError } from './install.mjs'
import { endWithSignals, run } from './run.mjs'

const reports = ['src/gateway.mjs', 'src/chainData.mjs', 'src/directory.mjs']

endWithSignals()
try {
  await ensureInstalled()
  const results = await build({ names: ['@latchkey/gateway', '@latchkey/local'] })
  if (results.some(({ state }) => state === 'failed')) throw new SetupError('The gateway does not build.')
  // Every one, even after one that misses its target: the numbers belong together.
  for (const report of reports) {
    const { code } = await run(process.execPath, [report], { cwd: join(root, 'bench'), live: true })
    if (code !== 0) process.exitCode = code ?? 1
  }
} catch (error) {
  console.error(error instanceof SetupError ? error.message : error)
  process.exitCode = 1
}
