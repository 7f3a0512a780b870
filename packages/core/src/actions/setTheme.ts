/** Changes the look; what is not named stays. */
import { LatchkeyError } from '@latchkey/spec/errors'
import type { ThemeMode, ThemeVariables } from '@latchkey/spec/options'
import { isThemeMode } from '@latchkey/spec/validation'
import type { KitContext } from '../context.js'
import { themeModeOf } from '../systemTheme.js'

export function setTheme(
  context: KitContext,
  { mode, variables }: { readonly mode?: ThemeMode | 'auto'; readonly variables?: ThemeVariables },
): void {
  if (mode !== undefined && mode !== 'auto' && !isThemeMode(mode)) {
    throw new LatchkeyError('options.invalid', { option: 'themeMode', reason: 'it is light, dark or auto' })
  }
  context.store.set(({ theme }) => ({
    theme: { ...theme, ...(mode && themeModeOf(mode)), variables: { ...theme.variables, ...variables } },
  }))
}
