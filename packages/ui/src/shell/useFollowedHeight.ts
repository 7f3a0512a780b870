/** The height of the stage (S9-06). */
import { useLayoutEffect } from 'react'

interface Reference {
  readonly current: HTMLElement | null
}

/**
 * The frame around a slide is as high as the slide; the style sheet turns each change into 150 ms of movement. A slide that is higher
 * than the room left for it scrolls. One that gets lower leaves its rows where they are: what somebody is about to
 * press does not move away from under the pointer. The next slide stands in the middle again.
 */
export function useFollowedHeight(slide: Reference, isFollowed: boolean): void {
  useLayoutEffect(() => {
    if (!isFollowed) return
    const inner = slide.current
    // Not by a reference: when both are new, that of the one around is set after this has run.
    const outer = inner?.parentElement
    const card = outer?.parentElement
    const layer = card?.parentElement
    if (!outer || !inner || !card || !layer) return
    const isInPage = layer.dataset.mode === 'embedded'
    let highest = 0
    let spare = 0
    const follow = () => {
      // In the flow of the page there is room without end, and what lies below moves up.
      const room = isInPage ? undefined : roomFor(outer, card, layer)
      inner.style.setProperty('max-height', room === undefined ? 'none' : `${room}px`)
      const height = inner.offsetHeight
      outer.style.setProperty('height', `${height}px`)
      if (room === undefined) return
      highest = Math.min(Math.max(highest, height), room)
      const before = spare
      spare = Math.max(highest - height, 0)
      // Everything in the card inherits it, and would be styled anew.
      if (spare !== before) card.style.setProperty('--spare', `${spare}px`)
    }
    // Its first report comes before the next frame is painted, when the browser knows all sizes by itself.
    const observer = new ResizeObserver(follow)
    // In a page the room does not count, and what is around takes its size from here: observed, it would go in circles.
    const around = isInPage ? [] : [layer, ...card.children].filter((element) => element !== outer)
    for (const element of [inner, ...around]) observer.observe(element)
    return () => {
      observer.disconnect()
      card.style.removeProperty('--spare')
    }
  }, [slide, isFollowed])
}

/** What header, alert and the edge of the screen leave of the window. */
function roomFor(outer: HTMLElement, card: HTMLElement, layer: HTMLElement): number {
  const { paddingTop, paddingBottom } = getComputedStyle(layer)
  const edge = Number.parseFloat(getComputedStyle(card).getPropertyValue('--edge')) || 0
  const inside = layer.clientHeight - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom) - edge
  const others = [...card.children].filter((element) => element !== outer)
  const taken = others.reduce((sum, element) => sum + element.getBoundingClientRect().height, 0)
  return Math.max(Math.floor(inside - taken), leastRoom)
}

const leastRoom = 120
