/** Changes the look; what is not named stays. */
import { LatchkeyError } from '@latchkey/spec/errors'
import { isThemeMode } from '@latchkey/spec/validation'
import type { KitContext } from '../context.js'
import type { ThemeState } from '../state.js'

export function setTheme(context: KitContext, { mode, variables }: Partial<ThemeState>): void {
  if (mode !== undefined && !isThemeMode(mode)) {
    throw new LatchkeyError('options.invalid', { option: 'themeMode', reason: 'it is light or dark' })
  }
  context.store.set(({ theme }) => ({
    theme: { mode: mode ?? theme.mode, variables: { ...theme.variables, ...variables } },
  }))
}
