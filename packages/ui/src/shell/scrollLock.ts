/** Holds the page still behind the modal without moving it: the place of the scroll bar stays reserved. */

interface Lock {
  holders: number
  readonly restore: () => void
}

/** One for each page, however many modals stand before it: only the last of them may let go. */
const locks = new WeakMap<Document, Lock>()

/** The returned function lets go; calling it twice is calling it once. */
export function lockScroll(page: Document = document): () => void {
  const lock = locks.get(page) ?? { holders: 0, restore: hold(page.documentElement) }
  locks.set(page, lock)
  lock.holders++
  let isHeld = true
  return () => {
    if (!isHeld) return
    isHeld = false
    lock.holders--
    if (lock.holders > 0) return
    locks.delete(page)
    lock.restore()
  }
}

function hold({ style, clientWidth, ownerDocument }: HTMLElement): () => void {
  const before = { overflow: style.overflow, scrollbarGutter: style.scrollbarGutter }
  if ((ownerDocument.defaultView?.innerWidth ?? 0) > clientWidth) style.scrollbarGutter = 'stable'
  style.overflow = 'hidden'
  return () => Object.assign(style, before)
}
