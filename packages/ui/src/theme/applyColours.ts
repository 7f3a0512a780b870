/** Puts the derived colours on an element. Fetched only where an app chose an accent or a tint, or changed its theme. */
import type { ThemeState } from '@latchkey/core'
import { colourProperties, derivedNames } from './deriveColours.js'
import { readColor } from './readColor.js'

interface ChosenColours {
  readonly mode: ThemeState['mode']
  /** As CSS writes it; empty for the default. */
  readonly accent: string
  readonly tint: string
  /** In per cent. */
  readonly strength: string
}

export function applyColours(host: HTMLElement, { mode, accent, tint, strength }: ChosenColours): void {
  const paint = tint ? readColor(tint) : undefined
  // A tint that lets something through is less of it: surfaces stay closed.
  const asked = Math.min(100, Number(strength))
  const wanted = colourProperties({
    mode,
    accent: accent ? readColor(accent) : undefined,
    tint: paint && asked > 0 ? { color: paint.color, strength: asked * paint.alpha } : undefined,
  })
  for (const name of derivedNames) if (!(name in wanted)) host.style.removeProperty(name)
  for (const [name, value] of Object.entries(wanted)) host.style.setProperty(name, value)
}
