/** A page with no kit of its own: journeys make and destroy kits through `window.rig`. */
import { createLatchkey } from 'latchkey'

const rig = { createLatchkey }

declare global {
  interface Window {
    rig: typeof rig
  }
}

window.rig = rig
