/** `auto`: the mode that the system asks for, now and whenever it asks for another. */
import type { ThemeMode } from '@latchkey/spec/options'
import type { KitContext } from './context.js'
import type { ThemeState } from './state.js'

/** A server knows no system, and draws nothing of it either. */
const lightQuery = () => globalThis.matchMedia?.('(prefers-color-scheme: light)')

/** What a mode means at this moment. */
export function themeModeOf(mode: ThemeMode | 'auto'): Pick<ThemeState, 'mode' | 'isAuto'> {
  const isAuto = mode === 'auto'
  return { mode: isAuto ? (lightQuery()?.matches ? 'light' : 'dark') : mode, isAuto }
}

/** Follows the system while the theme says so, until the kit is destroyed. */
export function followSystemTheme({ store, jobs, setTheme }: KitContext): void {
  const query = lightQuery()
  const follow = () => {
    if (store.get().theme.isAuto) setTheme({ mode: 'auto' })
  }
  query?.addEventListener?.('change', follow)
  jobs.scope.add(() => query?.removeEventListener?.('change', follow))
}
