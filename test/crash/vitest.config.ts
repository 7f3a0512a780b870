/** Processes are killed while everybody writes; the short form. `npm run test:crash` runs it for longer. */
import { defineConfig } from 'vitest/config'

export default defineConfig({
  root: import.meta.dirname,
  resolve: { conditions: ['@latchkey/source'] },
  ssr: { resolve: { conditions: ['@latchkey/source'] } },
  test: {
    name: 'crash',
    include: ['*.test.ts'],
    fileParallelism: false,
    hookTimeout: 120_000,
    teardownTimeout: 60_000,
  },
})
