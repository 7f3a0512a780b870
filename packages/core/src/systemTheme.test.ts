/** `auto` follows the system until somebody chooses, and again when asked to. */
import { afterEach, expect, test, vi } from 'vitest'
import { createTestKit } from './testing/index.js'

afterEach(() => vi.unstubAllGlobals())

/** A system whose mode can be changed. */
function system(isLight: boolean) {
  const listeners = new Set<() => void>()
  const query = {
    matches: isLight,
    addEventListener: (_: 'change', listener: () => void) => listeners.add(listener),
    removeEventListener: (_: 'change', listener: () => void) => listeners.delete(listener),
  }
  vi.stubGlobal('matchMedia', () => query)
  return {
    listeners,
    turn(toLight: boolean) {
      query.matches = toLight
      for (const listener of listeners) listener()
    },
  }
}

test('the theme is the system’s, and changes with it until the kit is gone', () => {
  const { listeners, turn } = system(true)
  const { kit } = createTestKit({ themeMode: 'auto' })
  expect(kit.store.get().theme).toMatchObject({ mode: 'light', isAuto: true })
  turn(false)
  expect(kit.store.get().theme.mode).toBe('dark')
  kit.destroy()
  expect(listeners.size).toBe(0)
})

test('a mode that was chosen stays, until the system is followed again', () => {
  const { turn } = system(false)
  const { kit } = createTestKit({ themeMode: 'auto' })
  kit.setTheme({ mode: 'dark' })
  turn(true)
  expect(kit.store.get().theme.mode).toBe('dark')
  kit.setTheme({ mode: 'auto' })
  expect(kit.store.get().theme).toMatchObject({ mode: 'light', isAuto: true })
  kit.setTheme({ variables: { '--latchkey-accent': '#f00' } })
  expect(kit.store.get().theme).toMatchObject({ mode: 'light', isAuto: true })
})

test('[S9-16] a server, which knows no system, says dark; and so does the first paint of the browser', () => {
  vi.stubGlobal('matchMedia', undefined)
  expect(createTestKit({ themeMode: 'auto' }).kit.store.get().theme.mode).toBe('dark')
  system(true)
  expect(createTestKit({ themeMode: 'auto' }).kit.serverState.theme.mode).toBe('dark')
})
