/** What is written on a screen, and whether all of it is seen. Each function runs in the page by itself: it may use nothing around it. */

/** Texts with letters that bear no accent, which means that they came from elsewhere than the catalogue. */
export function saidPlainly(others: readonly string[]): string[] {
  const said: string[] = []
  for (const element of document.querySelectorAll('*')) {
    // Ours are told by their name; one that is not defined yet has no root and says nothing.
    const root = element.localName.startsWith('latchkey-') ? element.shadowRoot : null
    if (!root) continue
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node instanceof Text && !node.parentElement?.closest('style, script')) said.push(node.data)
      if (!(node instanceof Element)) continue
      for (const name of ['aria-label', 'aria-description', 'title', 'placeholder', 'alt', 'aria-valuetext'])
        said.push(node.getAttribute(name) ?? '')
    }
  }
  // Whole words: “Ada” may not hide in “Adapter”.
  const names = others.map((other) => other.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const known = new RegExp(`(?<![A-Za-z])(?:${names.join('|')})(?![A-Za-z])`, 'g')
  return said.filter((text) => {
    // Addresses, hashes, links and mail are data: no word has a digit, a colon, or a dot in it.
    const words = text.replaceAll(known, ' ').split(/[\s()[\],·]+/)
    return words.some((word) => /[A-Za-z]{2}/.test(word) && !/\d|[:.@…][^ ]/.test(word))
  })
}

/**
 * Texts of ours that are not seen whole: cut off by what they stand in or by anything around that, or one over another.
 * Ours are those that the pattern finds.
 */
export function hidden(pattern: string): string[] {
  interface Seen {
    readonly element: HTMLElement
    readonly text: string
    readonly isOurs: boolean
    readonly boxes: readonly DOMRect[]
  }
  const isOurs = new RegExp(pattern)
  const faults = new Set<string>()

  /** What is left of the box within everything around it; undefined where it was scrolled away. */
  function visible(from: HTMLElement, box: DOMRect, fault: () => void): DOMRect | undefined {
    let { left, top, right, bottom } = box
    for (let around: HTMLElement | null = from; around; around = around.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(around)
      const outer = around.getBoundingClientRect()
      const [x, y] = [outer.left + around.clientLeft, outer.top + around.clientTop]
      const [farX, farY] = [x + around.clientWidth, y + around.clientHeight]
      const isInline = around.clientWidth === 0 && around.clientHeight === 0
      if (!isInline && overflowX !== 'visible') {
        const mayScroll = overflowX !== 'hidden' && around.closest('[data-scrolls]') !== null
        if (!mayScroll && (left < x - 1 || right > farX + 1)) fault()
        left = Math.max(left, x)
        right = Math.min(right, farX)
      }
      if (!isInline && overflowY !== 'visible') {
        const mayScroll = overflowY === 'auto' || overflowY === 'scroll'
        if (!mayScroll && (top < y - 2 || bottom > farY + 2)) fault()
        top = Math.max(top, y)
        bottom = Math.min(bottom, farY)
      }
      if (right - left < 1 || bottom - top < 1) return undefined
      if (position === 'fixed') break
    }
    return new DOMRect(left, top, right - left, bottom - top)
  }

  /** Of the lines of a text: as high as a line and not as its glyphs, whose boxes may reach into the next. */
  function linesOf(node: Text, element: HTMLElement): DOMRect[] {
    const range = document.createRange()
    range.selectNodeContents(node)
    const size = Number.parseFloat(getComputedStyle(element).fontSize)
    return Array.from(range.getClientRects(), ({ x, y, width, height }) => {
      const spare = Math.max(0, (height - size) / 2)
      return new DOMRect(x, y + spare, width, height - 2 * spare)
    }).filter(({ width }) => width > 1)
  }

  function seenIn(root: ShadowRoot): Seen[] {
    const seen: Seen[] = []
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement
      if (!(node instanceof Text) || !node.data.trim() || !element) continue
      // Messages lie over everything, a cover over its code; what leaves is on its way out.
      if (element.closest('style, [part~=toast], [data-covered], [inert], [aria-hidden=true]')) continue
      const isShown = element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      // What is only for screen readers is as small as can be.
      if (!isShown || getComputedStyle(element).clipPath !== 'none') continue
      const [text, mine] = [node.data.trim(), isOurs.test(node.data)]
      const name = `${text.slice(0, 60)} in ${element.outerHTML.slice(0, 80)}`
      const boxes = linesOf(node, element).flatMap((box) => {
        const left = visible(element, box, () => mine && faults.add(`cut off: ${name}`))
        return left ? [left] : []
      })
      seen.push({ element, text, isOurs: mine, boxes })
    }
    return seen
  }

  const overlap = (one: DOMRect, other: DOMRect) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2 &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > Math.min(one.height, other.height) / 4

  for (const host of document.querySelectorAll('*')) {
    const root = host.localName.startsWith('latchkey-') ? host.shadowRoot : null
    if (!root) continue
    const seen = seenIn(root)
    const controls = Array.from(
      root.querySelectorAll<HTMLElement>('button, a, input:not([type=radio], [type=checkbox]), svg, canvas'),
    ).filter(
      (control) =>
        !control.closest('[inert], [data-covered]') && control.checkVisibility({ opacityProperty: true }),
    )
    for (const [at, one] of seen.entries()) {
      for (const other of seen.slice(at + 1)) {
        const isTouched = one.boxes.some((box) => other.boxes.some((next) => overlap(box, next)))
        if ((one.isOurs || other.isOurs) && isTouched)
          faults.add(`one over the other: ${one.text.slice(0, 60)} | ${other.text.slice(0, 60)}`)
      }
      for (const control of one.isOurs ? controls : []) {
        if (control.contains(one.element) || one.element.contains(control)) continue
        const boxes = Array.from(control.getClientRects()).flatMap(
          (box) => visible(control, box, () => {}) ?? [],
        )
        if (one.boxes.some((line) => boxes.some((box) => overlap(line, box))))
          faults.add(`under something: ${one.text.slice(0, 60)} | ${control.outerHTML.slice(0, 80)}`)
      }
    }
  }
  return [...faults]
}
