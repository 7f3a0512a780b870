/** Puts off what nobody waits for until the browser has nothing better to do, such as drawing what was just opened. */

/** At the latest after this long, in milliseconds: a busy page is not idle for a while. */
const patience = 1000

/** Outside a browser, and where a browser does not tell when it is idle, at once. */
export function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: patience })
  else run()
}
