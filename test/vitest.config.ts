/** Journeys in a real browser against the whole local world, which `harness/setup.ts` boots once per run. */
import { defineConfig } from 'vitest/config'

export default defineConfig({
  root: import.meta.dirname,
  resolve: { conditions: ['@latchkey/source'] },
  ssr: { resolve: { conditions: ['@latchkey/source'] } },
  test: {
    name: 'e2e',
    include: ['{e2e,attack,faults,harness}/**/*.test.ts'],
    globalSetup: ['./harness/setup.ts'],
    // One world and one browser at a time: journeys share ports, and a busy machine is the usual cause of flakes.
    fileParallelism: false,
    testTimeout: 60_000,
    // As long as the browser waits for an element: on a busy machine a second is not much.
    expect: { poll: { timeout: 10_000 } },
    hookTimeout: 120_000,
    teardownTimeout: 60_000,
  },
})
