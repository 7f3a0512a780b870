/**
 * `npm test`: installs what is missing, passes every gate in order and ends with one line, `N passed, N failed`.
 * `npm test -- unit e2e` passes only those gates. Uses nothing but Node, so that it runs on a fresh clone.
 */
import { gates } from './gates.mjs'
import { runGates } from './pass-gates.mjs'

await runGates(gates)
