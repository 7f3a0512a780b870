/**
 * A button that decides about money. A page can open this window under a double-click, resize it, cover it or steal its
 * focus; so the button sleeps after every such change, and then wants a whole press of its own (2.9, A-16, A-18).
 */
import { copy } from '../words/en/stage.js'
import { wordsOf } from '../words/words.js'

const t = wordsOf(copy)

/** Milliseconds without an answer after the window appeared, got its focus back or was shown again. */
const sleep = 800
/** What a window has to show of itself; the request does not fit into less. */
const smallest = { width: 340, height: 520 } as const

export interface GuardInput {
  readonly button: HTMLButtonElement
  readonly act: () => void
  /** Why the button sleeps, or undefined when it is awake. */
  readonly tell: (reason: string | undefined) => void
  /** Other conditions, such as a box that must be ticked. */
  readonly isReady?: () => boolean
}

export interface Guard {
  /** Looks again at the conditions. */
  update(): void
  stop(): void
}

export function guard({ button, act, tell, isReady = () => true }: GuardInput): Guard {
  const listening = new AbortController()
  const options = { signal: listening.signal }
  let awakeAt = performance.now() + sleep
  let timer: ReturnType<typeof setTimeout> | undefined
  let hasMoved = false
  /** The press that began here, after the sleep. */
  let press: 'pointer' | 'key' | undefined

  const isLarge = () => innerWidth >= smallest.width && innerHeight >= smallest.height
  const isAwake = () =>
    performance.now() >= awakeAt &&
    isLarge() &&
    document.visibilityState === 'visible' &&
    document.hasFocus() &&
    isReady()

  function update(): void {
    button.ariaDisabled = isAwake() ? null : 'true'
    tell(isLarge() ? undefined : t('stage.too-small'))
  }

  function rest(): void {
    awakeAt = performance.now() + sleep
    hasMoved = false
    press = undefined
    clearTimeout(timer)
    // A moment later than it sleeps, so that it is awake when it is asked.
    timer = setTimeout(update, sleep + 20)
    update()
  }

  for (const name of ['focus', 'blur', 'resize', 'pageshow'] as const) addEventListener(name, rest, options)
  document.addEventListener('visibilitychange', rest, options)
  document.addEventListener(
    'pointermove',
    (event) => {
      if (event.isTrusted && performance.now() >= awakeAt) hasMoved = true
    },
    options,
  )
  button.addEventListener(
    'pointerdown',
    (event) => {
      // A finger does not move before it touches; a mouse that is suddenly there was put there.
      const isOwn = event.pointerType === 'touch' || hasMoved
      press = event.isTrusted && isOwn && isAwake() ? 'pointer' : undefined
    },
    options,
  )
  button.addEventListener(
    'keydown',
    (event) => {
      const isPress = event.key === 'Enter' || event.key === ' '
      if (isPress) press = event.isTrusted && !event.repeat && isAwake() ? 'key' : undefined
    },
    options,
  )
  button.addEventListener(
    'click',
    (event) => {
      const isWhole = event.detail > 0 ? press === 'pointer' && event.detail === 1 : press === 'key'
      press = undefined
      if (event.isTrusted && isWhole && isAwake()) act()
    },
    options,
  )
  rest()

  return {
    update,
    stop() {
      clearTimeout(timer)
      listening.abort()
    },
  }
}
