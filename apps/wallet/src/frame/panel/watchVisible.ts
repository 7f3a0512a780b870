/**
 * Whether the person can have seen what they press: the whole panel uncovered for a second, the page in front, and not
 * shrunk since it was drawn (D-30). A page can still hide a frame behind a mask, so this guards only what a cap bounds.
 */
import { seconds } from '@latchkey/spec/limits'

/** Only in browsers that compute it; without it nobody can tell. */
interface SeenEntry extends IntersectionObserverEntry {
  readonly isVisible?: boolean
}

const needed = seconds(1)
/** A panel that is higher than the page's modal, or covered, is not waited for; counted from when the page shows some of it. */
const patience = seconds(2)

/**
 * Arms the button when it is so, and calls `giveUp` once where it does not become so. False where this browser cannot
 * tell.
 */
export function watchVisible(button: HTMLButtonElement, giveUp: () => void): boolean {
  if (!('isVisible' in IntersectionObserverEntry.prototype)) return false
  const scale = devicePixelRatio
  let since: number | undefined
  let hiddenSince: number | undefined
  const isSeen = () =>
    since !== undefined &&
    performance.now() - since >= needed &&
    document.hasFocus() &&
    devicePixelRatio === scale
  const arm = () => {
    button.ariaDisabled = isSeen() ? null : 'true'
  }
  button.ariaDisabled = 'true'
  const options = { threshold: [0, 1], trackVisibility: true, delay: 100 }
  const observer = new IntersectionObserver((entries) => {
    const last: SeenEntry | undefined = entries.at(-1)
    const isWhole = last?.isVisible === true && last.intersectionRatio === 1
    const isShown = last !== undefined && last.intersectionRatio > 0
    if (since !== undefined || (isShown && hiddenSince === undefined)) hiddenSince = performance.now()
    since = isWhole ? (since ?? performance.now()) : undefined
    arm()
  }, options)
  observer.observe(document.documentElement)
  // Its time begins anew with each coming back: in the background this clock ticks once a minute, if at all.
  const renew = () => {
    if (hiddenSince !== undefined) hiddenSince = performance.now()
  }
  document.addEventListener('visibilitychange', renew)
  const timer = setInterval(() => {
    // It was drawn long before this: now the screen is another, and nothing is left to watch.
    if (!button.isConnected) return stop()
    // A tab in the background is not seen either, and comes back.
    if (document.visibilityState !== 'visible') renew()
    arm()
    if (since !== undefined || hiddenSince === undefined || performance.now() - hiddenSince < patience) return
    stop()
    giveUp()
  }, 200)
  const stop = () => {
    observer.disconnect()
    document.removeEventListener('visibilitychange', renew)
    clearInterval(timer)
  }
  button.addEventListener(
    'click',
    (event) => {
      if (isSeen()) return
      event.stopImmediatePropagation()
      arm()
    },
    { capture: true },
  )
  return true
}
