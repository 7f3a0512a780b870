/** Journeys in a real browser against the whole local world, which `harness/setup.ts` boots once per run. */
import { defineConfig } from 'vitest/config'

export default defineConfig({
  root: import.meta.dirname,
  resolve: { conditions: ['@latchkey/source'] },
  ssr: { resolve: { conditions: ['@latchkey/source'] } },
  test: {
    name: 'e2e',
    include: [
      '{e2e,harness}/**/*.test.ts',
      '{attack,faults}/browser/**/*.test.ts',
      // Takes minutes; `npm run test:endurance` asks for it.
      ...(process.env.LATCHKEY_ENDURANCE === 'long' ? ['endurance/**/*.test.ts'] : []),
      // Prints figures; `npm run bench:wallet` asks for it.
      ...(process.env.LATCHKEY_BENCH === 'wallet' ? ['speed/**/*.test.ts'] : []),
    ],
    globalSetup: ['./harness/setup.ts'],
    // One world and one browser at a time: journeys share ports, and a busy machine is the usual cause of flakes.
    fileParallelism: false,
    testTimeout: 90_000,
    // As long as the browser waits for an element, and as the page itself waits for the frame of the wallet (S9-10).
    expect: { poll: { timeout: 20_000 } },
    hookTimeout: 120_000,
    teardownTimeout: 60_000,
  },
})
