/** A destroyed kit does nothing, and says so. */
import { LatchkeyError } from '@latchkey/spec/errors'
import type { KitContext } from '../context.js'

export function alive(context: KitContext): void {
  if (context.jobs.scope.isClosed) throw new LatchkeyError('kit.destroyed')
}
