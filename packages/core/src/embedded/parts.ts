/** What the parts of the embedded wallet share; one set a kit. */
import type { KitContext } from '../context.js'
import type { Store } from '../store.js'
import type { FrameEnvironment } from './environment.js'
import type { Frame } from './frame.js'
import type { EmbeddedState } from './state.js'

export interface EmbeddedParts {
  readonly context: KitContext
  readonly frame: Frame
  readonly store: Store<EmbeddedState>
  readonly environment: FrameEnvironment
}
