/**
 * Before every test file: `vi.waitFor` and `vi.waitUntil` wait as long as `expect.poll` does in the settings, where they
 * would give up after a second. A busy machine takes longer than that to load a file; nothing waits as long as it may.
 */
import { vi } from 'vitest'

const patience = 10_000
const { waitFor, waitUntil } = vi

/**
 * @param {Parameters<typeof waitFor>[1]} options a number is the time to wait
 * @returns {Exclude<typeof options, number>}
 */
const patient = (options) => ({
  timeout: patience,
  ...(typeof options === 'number' ? { timeout: options } : options),
})

vi.waitFor = (check, options) => waitFor(check, patient(options))
vi.waitUntil = (check, options) => waitUntil(check, patient(options))
