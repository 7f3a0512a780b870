/** Styles of what is loaded later: they come with it, and are adopted where it is first drawn. */
import { adopt } from './adopt.js'

/** `<div ref={worn}>` with `const worn = wear(css)` beside the component. */
export const wear =
  (css: string) =>
  (element: Element | null): void => {
    const root = element?.getRootNode()
    // Outside a shadow root the page's own styles hold.
    if (globalThis.ShadowRoot && root instanceof ShadowRoot) adopt(root, css)
  }
