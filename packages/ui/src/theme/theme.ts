/** Puts a kit's theme on an element: the mode, the app's variables, and the colours derived from its accent. */
import type { ThemeState } from '@latchkey/core'
import { parseColor, type Rgb, readableAs, readableOn, toCss } from './contrast.js'

/** Where accent-coloured text stands: `--lk-surface` of each mode. */
const surfaces: Record<ThemeState['mode'], Rgb> = { dark: [21, 22, 27], light: [255, 255, 255] }

/** Applies by CSSOM, which a strict `style-src` allows, and never by a `style` attribute, which it does not. */
export function applyTheme(host: HTMLElement, theme: ThemeState, before?: ThemeState): void {
  host.dataset.theme = theme.mode
  for (const name of Object.keys(before?.variables ?? {}))
    if (!(name in theme.variables)) host.style.removeProperty(name)
  for (const [name, value] of Object.entries(theme.variables)) host.style.setProperty(name, String(value))

  // Read back instead of taken from the options: the page's own style sheet may set the accent too.
  const accent = parseColor(getComputedStyle(host).getPropertyValue('--latchkey-accent'))
  setOrRemove(host, '--lk-on-accent', accent && toCss(readableOn(accent)))
  setOrRemove(host, '--lk-accent-text', accent && toCss(readableAs(accent, surfaces[theme.mode])))
}

function setOrRemove(host: HTMLElement, name: string, value: string | undefined): void {
  if (value) host.style.setProperty(name, value)
  else host.style.removeProperty(name)
}
