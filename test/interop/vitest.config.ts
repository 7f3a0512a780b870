/** Clients and wallets of the relay protocol, ours and unmodified ones, through our relay and nothing else. */
import { defineConfig } from 'vitest/config'

export default defineConfig({
  root: import.meta.dirname,
  resolve: { conditions: ['@latchkey/source'] },
  ssr: { resolve: { conditions: ['@latchkey/source'] } },
  test: {
    name: 'interop',
    include: ['*.test.ts'],
    globalSetup: ['./relay.ts'],
    // Without these the unmodified clients share their keys, and look for servers of their vendor.
    env: { DISABLE_GLOBAL_CORE: 'true', IS_VITEST: 'true' },
    // One relay for all; the test that restarts it must be alone.
    fileParallelism: false,
    // Unmodified clients leave it unheard that their relay is away; the test that restarts it sees that they find it again.
    onUnhandledError: ({ message }) => !message.startsWith('Unavailable WS RPC url at '),
    testTimeout: 60_000,
    hookTimeout: 120_000,
    teardownTimeout: 60_000,
  },
})
