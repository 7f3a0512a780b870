import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './install.mjs'
import { run } from './run.mjs'
import { makeHouse } from './testing.mjs'

/**
 * Runs `.ci/run` with a stand-in for npm.
 *
 * @param {string} gates what `npm test` does
 * @param {string} scale what `npm run test:scale` does
 */
async function ci(gates, scale) {
  const folder = makeHouse({
    npm: `#!/bin/sh\nif [ "$1" = test ]; then\n${gates}\nelse\n${scale}\nfi\n`,
  })
  const env = { ...process.env, LATCHKEY_NPM: join(folder, 'npm') }
  const { code, output } = await run(join(root, '.ci/run'), [], { env })
  return { code, last: output.trimEnd().split('\n').at(-1), output }
}

test('sums both suites in its last line', async () => {
  const result = await ci('echo "✓ fine"; echo "12 passed, 0 failed"', 'echo "3 passed, 0 failed"')
  expect(result).toMatchObject({ code: 0, last: '15 passed, 0 failed' })
  expect(result.output).toContain('✓ fine')
})

test('a failure in either suite is its failure, and the second runs all the same', async () => {
  expect(await ci('echo "10 passed, 2 failed"; exit 1', 'echo "3 passed, 0 failed"')).toMatchObject({
    code: 1,
    last: '13 passed, 2 failed',
  })
  expect(await ci('echo "10 passed, 0 failed"', 'echo "2 passed, 1 failed"; exit 1')).toMatchObject({
    code: 1,
    last: '12 passed, 1 failed',
  })
})

test('a suite without a result has failed, however it ended', async () => {
  expect(await ci('exit 0', 'echo "3 passed, 0 failed"')).toMatchObject({
    code: 1,
    last: '3 passed, 1 failed',
  })
  expect(await ci('echo "9 passed, 0 failed"', 'kill -9 $$')).toMatchObject({
    code: 1,
    last: '9 passed, 1 failed',
  })
})

test('a suite that counts no failure but ends badly has failed', async () => {
  expect(await ci('echo "9 passed, 0 failed"; exit 3', 'echo "1 passed, 0 failed"')).toMatchObject({
    code: 1,
    last: '10 passed, 1 failed',
  })
})

test('nothing waits for a terminal, and tools know that they run in CI', async () => {
  const result = await ci(
    'read line || echo "CI is $CI"; echo "1 passed, 0 failed"',
    'echo "1 passed, 0 failed"',
  )
  expect(result).toMatchObject({ code: 0, last: '2 passed, 0 failed' })
  expect(result.output).toContain('CI is true')
})
