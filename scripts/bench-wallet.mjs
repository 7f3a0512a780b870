/** `npm run bench:wallet`: installs if needed, builds what is stale, then measures how long somebody waits for their wallet. Works on a fresh clone. */
import { build } from './build.mjs'
import { ensureInstalled, root, SetupError } from './install.mjs'
import { endWithSignals, run } from './run.mjs'

endWithSignals()
try {
  await ensureInstalled()
  const results = await build({})
  if (results.some(({ state }) => state === 'failed')) throw new SetupError('Something does not build.')
  const args = [
    'vitest',
    'run',
    '--config',
    'test/vitest.config.ts',
    'speed/wallet.test.ts',
    '--disable-console-intercept',
  ]
  const env = { ...process.env, LATCHKEY_BENCH: 'wallet' }
  const { code } = await run('npx', args, { cwd: root, env, live: true })
  process.exitCode = code ?? 1
} catch (error) {
  console.error(error instanceof SetupError ? error.message : error)
  process.exitCode = 1
}
