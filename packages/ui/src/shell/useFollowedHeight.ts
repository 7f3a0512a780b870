/** The height of the stage (S9-06). */
import { useLayoutEffect } from 'react'

interface Reference {
  readonly current: HTMLElement | null
}

/**
 * The frame is as high as the slide; the style sheet turns each change into 150 ms of movement. A slide that is higher
 * than the room left for it scrolls.
 */
export function useFollowedHeight(frame: Reference | undefined, slide: Reference): void {
  useLayoutEffect(() => {
    const outer = frame?.current
    const inner = slide.current
    const card = outer?.parentElement
    const layer = card?.parentElement
    if (!outer || !inner || !card || !layer) return
    const follow = () => {
      outer.style.setProperty('--room', roomFor(outer, card, layer))
      outer.style.setProperty('height', `${inner.offsetHeight}px`)
    }
    follow()
    const observer = new ResizeObserver(follow)
    for (const element of [inner, layer, ...card.children]) if (element !== outer) observer.observe(element)
    return () => observer.disconnect()
  }, [frame, slide])
}

/** What header and alert leave of the window. In the flow of the page there is room without end. */
function roomFor(outer: HTMLElement, card: HTMLElement, layer: HTMLElement): string {
  if (layer.dataset.mode === 'embedded') return 'none'
  const { paddingTop, paddingBottom } = getComputedStyle(layer)
  const inside = layer.clientHeight - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom)
  const others = [...card.children].filter((element) => element !== outer)
  const taken = others.reduce((sum, element) => sum + element.getBoundingClientRect().height, 0)
  return `${Math.max(Math.floor(inside - taken), leastRoom)}px`
}

const leastRoom = 120
