/** Puts a kit's theme on an element: the mode, the app's variables, and the colours derived from its accent and tint. */
import type { ThemeState } from '@latchkey/core'
import { parseHex, readableOn, toCss } from './contrast.js'

/** Applies by CSSOM, which a strict `style-src` allows, and never by a `style` attribute, which it does not. */
export function applyTheme(host: HTMLElement, theme: ThemeState, before?: ThemeState): void {
  const { mode, variables } = theme
  host.dataset.theme = mode
  for (const name of Object.keys(before?.variables ?? {}))
    if (!(name in variables)) host.style.removeProperty(name)
  for (const [name, value] of Object.entries(variables)) host.style.setProperty(name, String(value))

  // Read back instead of taken from the options: the page's own style sheet may set them too.
  const style = getComputedStyle(host)
  const read = (name: string) => style.getPropertyValue(`--latchkey-${name}`).trim()
  const [accent = '', tint = '', strength = ''] = ['accent', 'color-mix', 'color-mix-strength'].map(read)
  // At once, so that a button is never seen with words that cannot be read; the rest takes a little longer.
  const fill = parseHex(accent)
  if (fill) host.style.setProperty('--lk-on-accent', toCss(readableOn(fill)))
  if (accent || tint || before)
    import('./applyColours.js')
      .then(({ applyColours }) => {
        if (host.dataset.theme === mode) applyColours(host, { mode, accent, tint, strength })
      })
      // Without the network the usual colours stay, which can be read as well; the next theme tries again.
      .catch(() => {})
}
