/** `npm run test:scale`: the server suites with a real Redis and against two gateways, and several gateways on one PostgreSQL. */
import { scaleGates } from './gates.mjs'
import { runGates } from './pass-gates.mjs'

await runGates(scaleGates, { portBase: 4100 })
