/** What the shell has to know of a view before it is loaded. */
import type { KitState, RouteData } from '@latchkey/core'
import type { ComponentType } from 'react'
import type { Text } from '../copy/useText.js'

export interface ViewProps {
  /** What the opener handed over. */
  readonly data: RouteData
}

export interface View {
  /** The header's text; empty where the view speaks for itself. */
  title(input: { readonly t: Text; readonly state: KitState; readonly data: RouteData }): string
  /** Offers the wallet guide where there is nothing to go back to. */
  readonly offersGuide?: true
  /** What it shows is answered in it, not left behind. */
  readonly hidesBack?: true
  /** Literal `import()`, so that a view is a chunk of its own. */
  load(): Promise<ViewChunk>
  /** Once it is there: what is at hand is drawn at once. */
  readonly chunk?: ViewChunk | undefined
}

interface ViewChunk {
  readonly View: ComponentType<ViewProps>
}

/** Registers a view, and keeps it once it is loaded. */
export function defineView({ load, chunk, ...rest }: View): View {
  let loaded = chunk
  return {
    ...rest,
    get chunk() {
      return loaded
    },
    async load() {
      loaded = await load()
      return loaded
    },
  }
}
