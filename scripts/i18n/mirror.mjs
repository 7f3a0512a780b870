/**
 * Whether a screen that runs from right to left is the mirror of itself, of the modal and of the wallet's pages alike.
 * Each function runs in the page by itself: it may use nothing around it, and is told where to look.
 */
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

/**
 * What is not where it would be in a mirror when the same screen runs from left to right.
 *
 * @param {object} place
 * @param {string} [place.host] the element whose shadow root holds it; else it is the page itself
 * @param {string} place.turned what says which way it runs
 * @param {string} place.box around all that is mirrored
 */
export function unmirrored({ host, turned, box }) {
  const root = host === undefined ? document : document.querySelector(host)?.shadowRoot
  /** @type {HTMLElement | null | undefined} */
  const whole = root?.querySelector(turned)
  const card = root?.querySelector(box)
  if (!whole || !card) return ['there is nothing to look at']
  // What turns or is drawn within a picture has no sides, nor has a code to scan.
  const none = 'svg *, canvas, [part~=qr] [aria-hidden] *, [inert], [inert] *, [part~=toast], [part~=toast] *'
  const blocks = Array.from(card.querySelectorAll('*')).filter((element) => {
    const { display, clipPath } = getComputedStyle(element)
    // What stands in a line that runs from left to right by itself stays as it is.
    const isTurned = element.parentElement && getComputedStyle(element.parentElement).direction === 'rtl'
    return (
      isTurned &&
      !element.matches(none) &&
      clipPath === 'none' &&
      !display.startsWith('inline') &&
      display !== 'contents'
    )
  })
  /** Without the space behind the last letter, which nobody sees. */
  const inked = (/** @type {Element} */ element, /** @type {DOMRect} */ { x, y, width, height }) => {
    const { direction, letterSpacing } = getComputedStyle(element)
    const spare = Math.max(0, Number.parseFloat(letterSpacing) || 0)
    return new DOMRect(direction === 'rtl' ? x + spare : x, y, width - spare, height)
  }
  const measure = () => {
    const { left, right } = card.getBoundingClientRect()
    return blocks.map((element) => {
      const outer = element.getBoundingClientRect()
      const range = document.createRange()
      range.selectNodeContents(element)
      // Where its words stand, which a box as wide as its place does not tell.
      const words = element.firstChild instanceof Text ? inked(element, range.getBoundingClientRect()) : outer
      return { outer, words, left, right }
    })
  }
  const before = measure()
  whole.dir = 'ltr'
  const after = measure()
  whole.dir = 'rtl'
  /** @type {Set<Element>} */
  const wrong = new Set()
  return blocks.flatMap((element, at) => {
    const [here, there] = [before[at], after[at]]
    // What stands in something that is wrong went there with it.
    if (!here || !there || here.outer.width === 0 || [...wrong].some((around) => around.contains(element)))
      return []
    const far = (/** @type {DOMRect} */ one, /** @type {DOMRect} */ other) =>
      Math.abs(one.left - here.left - (there.right - other.right)) > 1.5 &&
      Math.abs(one.width - other.width) < 1.5
    const name = element.outerHTML.slice(0, 120)
    if (far(here.outer, there.outer)) wrong.add(element)
    if (wrong.has(element)) return [`stands on the wrong side: ${name}`]
    if (far(here.words, there.words)) return [`its words stand on the wrong side: ${name}`]
    return []
  })
}

/**
 * Addresses, codes, amounts, names of mail and of places whose letters do not run from left to right.
 *
 * @param {object} [ground]
 * @param {string} [ground.hosts] what the names of the elements begin with whose shadow roots hold them; else it is the page itself
 */
export function outOfOrder({ hosts } = {}) {
  /** @type {Set<string>} */
  const faults = new Set()
  const data =
    /0x[\da-f]+(?:…[\da-f]+)?|[\da-z]{26,}|[\da-z]{4,}(?:-[\da-z]{4,})+|[\w.-]+@[\w.-]+\w|[a-z\d-]+(?:\.[a-z\d-]+)+|[+−-]?[$€]?\d(?:[\d.,]*\d)?(?:[  ][A-Z][A-Za-z]+)?/gi
  /** @typedef {{ text: string, nodes: { node: Text, from: number }[] }} Run letters in the order of the text, with where each stands */
  const boxOf = (/** @type {Run} */ { nodes }, /** @type {number} */ at) => {
    const found = nodes.findLast(({ from }) => from <= at)
    if (!found) return undefined
    const range = document.createRange()
    range.setStart(found.node, at - found.from)
    range.setEnd(found.node, at - found.from + 1)
    return range.getBoundingClientRect()
  }
  const roots =
    hosts === undefined
      ? [document.body]
      : Array.from(document.querySelectorAll('*'), (element) =>
          element.localName.startsWith(hosts) ? element.shadowRoot : null,
        )
  for (const root of roots) {
    if (!root) continue
    /** @type {Map<Element, Run>} */
    const runs = new Map()
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!(node instanceof Text) || node.parentElement?.closest('style, [inert]')) continue
      let block = node.parentElement
      while (block?.parentElement && getComputedStyle(block).display.startsWith('inline'))
        block = block.parentElement
      if (!block?.checkVisibility() || getComputedStyle(block).clipPath !== 'none') continue
      const run = runs.get(block) ?? { text: '', nodes: [] }
      run.nodes.push({ node, from: run.text.length })
      run.text += node.data
      runs.set(block, run)
    }
    for (const run of runs.values()) {
      for (const { 0: piece, index } of run.text.matchAll(data)) {
        const boxes = Array.from(piece, (_, at) => boxOf(run, index + at))
        const isTurned = boxes.some((box, at) => {
          const before = boxes[at - 1]
          // The next line begins at the left again.
          if (!box || !before || !box.width || !before.width || box.top > before.top + 4) return false
          return box.left < before.left - 0.5
        })
        if (isTurned) faults.add(`${piece} in ${run.text.slice(0, 80)}`)
      }
    }
  }
  return [...faults]
}
