/** The rules of section 5 that a page needs on its first load; the others come with what needs them. */
import { LatchkeyError } from './errors.js'
import { type ThemeMode, themeModes } from './options.js'

/** S5-14 */
export function isThemeMode(value: unknown): value is ThemeMode {
  return themeModes.some((known) => known === value)
}

/** S5-19: everything that is wrong with the options, in the order of the spec. */
export function checkOptions(options: {
  readonly projectId?: string | undefined
  readonly siwx?: unknown
  readonly siweConfig?: unknown
  /** D-01: only a gateway or relay that asks for an id makes it necessary. */
  readonly needsProjectId: boolean
}): readonly LatchkeyError[] {
  const found: LatchkeyError[] = []
  if (options.siwx && options.siweConfig) found.push(new LatchkeyError('options.both-sign-in'))
  if (options.needsProjectId && !options.projectId)
    found.push(new LatchkeyError('options.project-id-missing'))
  return found
}

/** D-21: nothing is sent before the modal was opened, nor when the app turned it off. */
export function mayTrack(state: { readonly isEnabled: boolean; readonly wasOpened: boolean }): boolean {
  return state.isEnabled && state.wasOpened
}
