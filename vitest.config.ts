/** One test run over every room; a room's own needs (DOM, time-outs) are set in its project below. */
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { cssSheet } from './scripts/css-sheet.mjs'

const source = {
  plugins: [cssSheet()],
  resolve: { conditions: ['@latchkey/source'] },
  ssr: { resolve: { conditions: ['@latchkey/source'] } },
}

const patience = fileURLToPath(import.meta.resolve('./scripts/vitest-patience.mjs'))

const room = (name: string, root: string, test: Record<string, unknown> = {}) => ({
  ...source,
  test: {
    name,
    root,
    include: ['**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    // Long enough for two slow cores with a neighbour; nothing waits as long as it may.
    testTimeout: 20_000,
    // What starts a chain, a database or a browser does so here.
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    setupFiles: [patience],
    ...test,
  },
})

/** Attacks and faults without a browser: real gateway, database and wallet code, in one process. */
const hostile = (name: string) =>
  room(name, `test/${name}`, {
    exclude: ['**/node_modules/**', 'browser/**', 'journeys/**'],
    testTimeout: 60_000,
    globalSetup: '../../apps/gateway/src/testing/globalPostgres.ts',
  })

export default defineConfig({
  test: {
    // One more than the runner would take: most tests wait for a database, a socket or a browser half of their time.
    maxWorkers: availableParallelism(),
    projects: [
      room('spec', 'packages/spec'),
      room('core', 'packages/core'),
      room('verify', 'packages/verify', { testTimeout: 30_000 }),
      room('accounts', 'packages/accounts', { testTimeout: 60_000 }),
      room('adapters', 'packages/adapters'),
      room('ui', 'packages/ui', { environment: 'happy-dom' }),
      room('latchkey', 'packages/latchkey'),
      room('cli', 'packages/cli'),
      room('servers', 'examples/servers', { testTimeout: 30_000 }),
      room('gateway', 'apps/gateway', {
        // Where `npm run test:scale` has two of each gateway, a test starts a process more.
        ...(process.env.LATCHKEY_TEST_SCALE === '1'
          ? { testTimeout: 120_000, hookTimeout: 120_000 }
          : { testTimeout: 30_000 }),
        globalSetup: './src/testing/globalPostgres.ts',
      }),
      room('wallet', 'apps/wallet', {
        exclude: ['**/node_modules/**', '**/dist/**', 'a11y/**', 'i18n/**'],
      }),
      // One test starts a chain, others check many signatures: on a busy machine that takes its time.
      room('phone', 'apps/phone', { testTimeout: 30_000 }),
      room('playground', 'apps/playground', {
        exclude: ['**/node_modules/**', '**/dist/**', 'a11y/**', 'i18n/**'],
      }),
      // Two pages at a time: one for each of two processors.
      room('a11y', 'apps/playground/a11y', { maxConcurrency: 2 }),
      room('a11y-wallet', 'apps/wallet/a11y', { maxConcurrency: 2 }),
      room('i18n', 'apps/playground/i18n', { maxConcurrency: 2 }),
      room('i18n-wallet', 'apps/wallet/i18n', { maxConcurrency: 2 }),
      room('local', 'local', { testTimeout: 60_000 }),
      hostile('attack'),
      hostile('faults'),
      room('scripts', 'scripts', { include: ['**/*.test.mjs'], testTimeout: 60_000 }),
      room('docs', 'docs', { include: ['**/*.test.mjs'] }),
      room('coverage', 'test', { include: ['*.test.mjs'] }),
      room('bench', 'bench', { include: ['{src,peers/src}/**/*.test.mjs'], testTimeout: 60_000 }),
    ],
  },
})
