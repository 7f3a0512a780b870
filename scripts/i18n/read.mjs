/**
 * What is written on a screen, and whether all of it is seen, of the modal and of the wallet's pages alike. Each function
 * runs in the page by itself: it may use nothing around it, and is told where to look.
 */
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

/**
 * @typedef {object} Ground where the texts are
 * @property {string} [hosts] what the names of the elements begin with whose shadow roots hold them; else it is the page itself
 */

/**
 * Texts with letters that bear no accent, which means that they came from elsewhere than the catalogue.
 *
 * @param {Ground & { others: readonly string[] }} asked `others`: what is said by others
 */
export function saidPlainly({ hosts, others }) {
  // Ours are told by their name; one that is not defined yet has no root and says nothing.
  const roots =
    hosts === undefined
      ? [document.documentElement]
      : Array.from(document.querySelectorAll('*'), (element) =>
          element.localName.startsWith(hosts) ? element.shadowRoot : null,
        )
  /** @type {string[]} */
  const said = []
  for (const root of roots) {
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
 *
 * @param {Ground & { pattern: string }} asked `pattern`: finds those that are ours
 */
export function hidden({ hosts, pattern }) {
  /** @typedef {{ element: HTMLElement, text: string, isOurs: boolean, boxes: readonly DOMRect[] }} Seen */
  const isOurs = new RegExp(pattern)
  /** @type {Set<string>} */
  const faults = new Set()

  /**
   * What is left of the box within everything around it; undefined where it was scrolled away.
   *
   * @param {HTMLElement} from
   * @param {DOMRect} box
   * @param {() => void} fault
   */
  function visible(from, box, fault) {
    let { left, top, right, bottom } = box
    for (let around = /** @type {HTMLElement | null} */ (from); around; around = around.parentElement) {
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

  /**
   * Of the lines of a text: as high as a line and not as its glyphs, whose boxes may reach into the next.
   *
   * @param {Text} node
   * @param {HTMLElement} element
   */
  function linesOf(node, element) {
    const range = document.createRange()
    range.selectNodeContents(node)
    const size = Number.parseFloat(getComputedStyle(element).fontSize)
    return Array.from(range.getClientRects(), ({ x, y, width, height }) => {
      const spare = Math.max(0, (height - size) / 2)
      return new DOMRect(x, y + spare, width, height - 2 * spare)
    }).filter(({ width }) => width > 1)
  }

  /** @param {ShadowRoot | HTMLElement} root */
  function seenIn(root) {
    /** @type {Seen[]} */
    const seen = []
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

  const overlap = (/** @type {DOMRect} */ one, /** @type {DOMRect} */ other) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2 &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > Math.min(one.height, other.height) / 4

  const roots =
    hosts === undefined
      ? [document.documentElement]
      : Array.from(document.querySelectorAll('*'), (element) =>
          element.localName.startsWith(hosts) ? element.shadowRoot : null,
        )
  for (const root of roots) {
    if (!root) continue
    const seen = seenIn(root)
    /** @type {NodeListOf<HTMLElement>} */
    const inWay = root.querySelectorAll('button, a, input:not([type=radio], [type=checkbox]), svg, canvas')
    const controls = Array.from(inWay).filter(
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
