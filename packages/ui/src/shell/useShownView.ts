/** Which view is on screen. It follows the router as soon as the next view is loaded, so nothing blank is ever shown. */
import type { RouteEntry } from '@latchkey/core'
import type { KitContext } from '@latchkey/core/screen'
import { LatchkeyError } from '@latchkey/spec/errors'
import type { ViewId } from '@latchkey/spec/views'
import { type ComponentType, useCallback, useLayoutEffect, useMemo, useState } from 'react'
import { useKitContext } from '../context.js'
import { findView } from '../views/index.js'
import type { View, ViewProps } from '../views/view.js'

export interface ShownView {
  readonly route: RouteEntry
  readonly view: View | undefined
  readonly depth: number
  /** `not-built` and `failed` are drawn by the shell itself. */
  readonly status: 'ready' | 'not-built' | 'failed'
  readonly Component?: ComponentType<ViewProps>
  retry(): void
}

export function useShownView(route: RouteEntry, depth: number): ShownView | undefined {
  const kit = useKitContext()
  const [shown, setShown] = useState<ShownView>()
  const [tries, setTries] = useState(0)
  const retry = useCallback(() => setTries((count) => count + 1), [])
  const view = findView(route.view)
  const Component = view?.chunk?.View
  const atHand = useMemo<ShownView | undefined>(
    () => view && Component && { route, depth, retry, view, status: 'ready', Component },
    [route, depth, retry, view, Component],
  )

  // Kept, so that it stays while the next one is loaded.
  if (atHand && shown !== atHand) setShown(atHand)

  // `tries` is here to run it again.
  useLayoutEffect(() => {
    if (atHand) return
    let isStale = false
    const show = (found: Pick<ShownView, 'status' | 'Component'>) => {
      if (!isStale) setShown({ route, depth, retry, view, ...found })
    }
    void resolve(kit, route.view, view).then(show)
    return () => {
      isStale = true
    }
  }, [kit, route, depth, retry, tries, view, atHand])

  return atHand ?? shown
}

async function resolve(
  kit: KitContext,
  id: ViewId,
  view: View | undefined,
): Promise<Pick<ShownView, 'status' | 'Component'>> {
  if (!view) {
    const error = new LatchkeyError('view.not-built', { view: id })
    kit.log.error(error.message, error)
    return { status: 'not-built' }
  }
  try {
    const { View } = await view.load()
    return { status: 'ready', Component: View }
  } catch (cause) {
    kit.log.error(`The view ${id} could not be loaded`, cause)
    return { status: 'failed' }
  }
}
