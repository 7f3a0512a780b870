/** Finds the one page that the frame answers to (D-32). */

/** The parts of `window` that are asked, so that tests can answer. */
export interface FramedWindow {
  readonly self: unknown
  readonly parent: MessageTarget
  readonly top: unknown
  readonly location: { readonly ancestorOrigins?: ArrayLike<string> }
}

export interface MessageTarget {
  postMessage(message: unknown, options: { targetOrigin: string }): void
}

/** Messages are believed from these two together, and sent to them alone. */
export interface Embedder {
  readonly peer: MessageTarget
  readonly origin: string
}

export type NoEmbedder = 'not-framed' | 'nested' | 'other-origin'

/**
 * `origin` is the one that the server served this page for: with `frame-ancestors` the page loads nowhere else. What
 * the browser itself says about the ancestors is asked as well, where it says it (Firefox does not), so that a server
 * without that header still does not get a frame that talks to the wrong page.
 */
export function findEmbedder(view: FramedWindow, origin: string): Embedder | NoEmbedder {
  if (view.parent === view.self) return 'not-framed'
  // Inside another frame, the page on screen would not be the one that asks.
  if (view.parent !== view.top) return 'nested'
  const ancestors = view.location.ancestorOrigins
  if (ancestors && ancestors[0] !== origin) return 'other-origin'
  return { peer: view.parent, origin }
}
