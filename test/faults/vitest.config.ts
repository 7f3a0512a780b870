/** Journeys in a real browser while a dependency is broken, behind proxies; `npm run test:faults` runs it. */
import { defineConfig } from 'vitest/config'

export default defineConfig({
  root: import.meta.dirname,
  resolve: { conditions: ['@latchkey/source'] },
  ssr: { resolve: { conditions: ['@latchkey/source'] } },
  test: {
    name: 'journeys',
    include: ['journeys/**/*.test.ts'],
    globalSetup: ['./journeys/setup.ts'],
    fileParallelism: false,
    testTimeout: 300_000,
    expect: { poll: { timeout: 10_000 } },
    hookTimeout: 120_000,
    teardownTimeout: 60_000,
  },
})
