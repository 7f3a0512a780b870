/** For its effect: imported first, it closes the worker before any package runs. */
import { scuttle } from './scuttle.js'

scuttle(globalThis)
