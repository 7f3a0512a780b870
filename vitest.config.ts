/** One test run over every room; a room's own needs (DOM, time-outs) are set in its project below. */
import { defineConfig } from 'vitest/config'
import { cssSheet } from './scripts/css-sheet.mjs'

const source = {
  plugins: [cssSheet()],
  resolve: { conditions: ['@latchkey/source'] },
  ssr: { resolve: { conditions: ['@latchkey/source'] } },
}

const room = (name: string, root: string, test: Record<string, unknown> = {}) => ({
  ...source,
  test: {
    name,
    root,
    include: ['**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    ...test,
  },
})

export default defineConfig({
  test: {
    projects: [
      room('spec', 'packages/spec'),
      room('core', 'packages/core'),
      room('verify', 'packages/verify'),
      room('accounts', 'packages/accounts', { testTimeout: 60_000, hookTimeout: 60_000 }),
      room('adapters', 'packages/adapters'),
      room('ui', 'packages/ui', { environment: 'happy-dom' }),
      room('latchkey', 'packages/latchkey'),
      room('gateway', 'apps/gateway', {
        testTimeout: 30_000,
        hookTimeout: 60_000,
        globalSetup: './src/testing/globalPostgres.ts',
      }),
      room('wallet', 'apps/wallet'),
      room('phone', 'apps/phone'),
      room('playground', 'apps/playground'),
      room('local', 'local', { testTimeout: 60_000, hookTimeout: 60_000 }),
      room('scripts', 'scripts', { include: ['**/*.test.mjs'], testTimeout: 60_000 }),
      room('coverage', 'test', { include: ['*.test.mjs'] }),
      room('bench', 'bench', { include: ['src/**/*.test.mjs'], testTimeout: 60_000 }),
    ],
  },
})
