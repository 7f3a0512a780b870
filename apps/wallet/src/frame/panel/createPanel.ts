/** The frame's own surface inside the modal: one screen at a time, and the host is told when there is one and how high it is. */
import type { FrameEventPayload } from '@latchkey/spec/frame'
import { h } from '../../look/draw.js'
import { drawScreen } from './drawScreen.js'
import type { Panel, Screen, Shown } from './screen.js'

interface Entry {
  screen: Screen
}

export interface PanelDeps {
  readonly body: HTMLElement
  readonly tell: (surface: FrameEventPayload<'SURFACE'>) => void
}

export function createPanel({ body, tell }: PanelDeps): Panel {
  const root = h('main', { class: 'panel', 'aria-live': 'polite' })
  body.append(root)
  const waiting: Entry[] = []
  let drawn: Screen | undefined
  let told: string | undefined

  function say(surface: FrameEventPayload<'SURFACE'>): void {
    const text = JSON.stringify(surface)
    if (text === told) return
    told = text
    tell(surface)
  }

  const measure = () => {
    if (drawn) say({ isShown: true, height: Math.min(4096, Math.ceil(root.getBoundingClientRect().height)) })
  }
  new ResizeObserver(measure).observe(root)

  function draw(): void {
    const next = waiting[0]?.screen
    if (next === drawn) return
    drawn = next
    if (!next) {
      root.replaceChildren()
      say({ isShown: false })
      return
    }
    root.replaceChildren(...drawScreen(next))
    root.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
    // Before it is laid out its height is not known; the frame may not even be on screen yet.
    say({ isShown: true })
    measure()
  }

  return {
    show(screen): Shown {
      const entry: Entry = { screen }
      waiting.push(entry)
      draw()
      return {
        replace(next) {
          entry.screen = next
          draw()
        },
        close() {
          const at = waiting.indexOf(entry)
          if (at >= 0) waiting.splice(at, 1)
          draw()
        },
      }
    },
  }
}
