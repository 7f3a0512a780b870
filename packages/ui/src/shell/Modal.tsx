/** The inside of the card: header, the view on screen, and what may lie over it. */
import { selectRoute } from '@latchkey/core'
import { useRef } from 'react'
import { useSelect } from '../context.js'
import { selectDepth } from '../select.js'
import { AlertBar } from './AlertBar.js'
import { Header } from './Header.js'
import { Stage } from './Stage.js'
import { Toast } from './Toast.js'
import { useShownView } from './useShownView.js'

export function Modal({ layer }: { readonly layer: HTMLElement }) {
  const route = useSelect(selectRoute)
  const depth = useSelect(selectDepth)
  const shown = useShownView(route, depth)
  const title = useRef<HTMLHeadingElement>(null)
  return (
    <>
      {/* Empty slots take no room: what an app puts between the tags of `<latchkey-modal>` shows up here. */}
      <slot name="header" />
      <Header shown={shown} titleRef={title} />
      <AlertBar />
      <Stage shown={shown} onArrival={() => title.current?.focus({ preventScroll: true })} />
      <slot name="footer" />
      <Toast layer={layer} />
    </>
  )
}
