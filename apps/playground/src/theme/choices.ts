/** What can be chosen in the theme editor, and the options that come of it. */
import type { ThemeVariables } from 'latchkey'

export interface Choices {
  readonly mode: 'auto' | 'light' | 'dark'
  readonly accent: string
  readonly tint: string
  /** Per cent. */
  readonly strength: number
  readonly font: string
  /** Pixels. */
  readonly fontSize: number
  readonly radius: number
  readonly width: number
  /** 1 is as usual. */
  readonly spacing: number
  readonly motion: number
}

export const usual: Choices = {
  mode: 'auto',
  accent: '#5b5cff',
  tint: '#5b5cff',
  strength: 0,
  font: '',
  fontSize: 10,
  radius: 4,
  width: 360,
  spacing: 1,
  motion: 1,
}

export const fonts = [
  { name: 'As it is', value: '' },
  { name: 'The system’s', value: 'system-ui, sans-serif' },
  { name: 'With serifs', value: "Georgia, 'Times New Roman', serif" },
  { name: 'Monospaced', value: 'ui-monospace, Menlo, monospace' },
] as const

/** All of them, so that what was chosen before is taken back. */
export function variablesOf(choices: Choices): Required<Omit<ThemeVariables, '--latchkey-z-index'>> {
  return {
    '--latchkey-accent': choices.accent,
    '--latchkey-color-mix': choices.tint,
    '--latchkey-color-mix-strength': choices.strength,
    // A variable cannot be taken back, so the usual one is named.
    '--latchkey-font-family':
      choices.font || "'Inter Variable', Inter, -apple-system, 'Segoe UI', Roboto, sans-serif",
    '--latchkey-font-size': `${choices.fontSize}px`,
    '--latchkey-radius': `${choices.radius}px`,
    '--latchkey-spacing': choices.spacing,
    '--latchkey-motion': choices.motion,
    '--latchkey-width': `${choices.width}px`,
  }
}

/** What has to be written in an app: only what differs from the usual. */
export function optionsOf(choices: Choices): string {
  const all = variablesOf(choices)
  const before = variablesOf(usual)
  const chosen = Object.entries(all).filter(
    ([name, value]) =>
      // A tint without strength is none.
      (name !== '--latchkey-color-mix' || choices.strength > 0) &&
      (name === '--latchkey-color-mix' ||
        value !== Object.entries(before).find(([each]) => each === name)?.[1]),
  )
  const lines = chosen.map(([name, value]) => `    '${name}': ${JSON.stringify(value)},`)
  const variables = lines.length > 0 ? [`  themeVariables: {`, ...lines, `  },`] : []
  return [`createLatchkey({`, `  // …`, `  themeMode: '${choices.mode}',`, ...variables, `})`].join('\n')
}
