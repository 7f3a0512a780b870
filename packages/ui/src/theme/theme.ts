/** Puts a kit's theme on an element: the mode, the app's variables, and the colours derived from its accent. */
import type { ThemeState } from '@latchkey/core'
import { parseHex, type Rgb, readableOn, toCss, unreadableOn } from './contrast.js'

/** Where accent-coloured text stands: `--lk-surface` of each mode. */
const surfaces: Record<ThemeState['mode'], Rgb> = { dark: [21, 22, 27], light: [255, 255, 255] }

/** Applies by CSSOM, which a strict `style-src` allows, and never by a `style` attribute, which it does not. */
export function applyTheme(host: HTMLElement, theme: ThemeState, before?: ThemeState): void {
  host.dataset.theme = theme.mode
  for (const name of Object.keys(before?.variables ?? {}))
    if (!(name in theme.variables)) host.style.removeProperty(name)
  for (const [name, value] of Object.entries(theme.variables)) host.style.setProperty(name, String(value))

  // Read back instead of taken from the options: the page's own style sheet may set the accent too.
  const accent = getComputedStyle(host).getPropertyValue('--latchkey-accent').trim()
  setOnAccent(host, accent ? parseHex(accent) : undefined)
  if (!accent) return setColour(host, '--lk-accent-text', undefined)
  // Text in the accent, and accents that are not hexadecimal, take a little longer: most pages have neither.
  void import('./accentText.js').then(({ parseColor, readableAs }) => {
    if (host.dataset.theme !== theme.mode) return
    const color = parseColor(accent)
    setOnAccent(host, color)
    setColour(host, '--lk-accent-text', color, (own) => readableAs(own, surfaces[theme.mode]))
  })
}

function setOnAccent(host: HTMLElement, accent: Rgb | undefined): void {
  setColour(host, '--lk-on-accent', accent, readableOn)
  setColour(host, '--lk-off-accent', accent, unreadableOn)
}

function setColour(
  host: HTMLElement,
  name: string,
  accent: Rgb | undefined,
  derive = (own: Rgb) => own,
): void {
  if (accent) host.style.setProperty(name, toCss(derive(accent)))
  else host.style.removeProperty(name)
}
