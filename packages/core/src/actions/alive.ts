/** A destroyed kit does nothing, and says so. */
import { LatchkeyError } from '@latchkey/spec/errors'
import type { Kit } from '../kit.js'

export function alive(kit: Kit): void {
  if (kit.jobs.scope.isClosed) throw new LatchkeyError('kit.destroyed')
}
