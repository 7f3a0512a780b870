/** Whether a screen that runs from right to left is the mirror of itself. Each function runs in the page by itself. */

/** What is not where it would be in a mirror when the same screen runs from left to right. */
export function unmirrored(): string[] {
  const dialog = document.querySelector('latchkey-modal')?.shadowRoot?.querySelector('dialog')
  const card = dialog?.querySelector<HTMLElement>('[part=card]')
  if (!dialog || !card) return ['there is no dialog']
  // What turns or is drawn within a picture has no sides, nor has a code to scan.
  const none = 'svg *, canvas, [part~=qr] [aria-hidden] *, [inert], [inert] *, [part~=toast], [part~=toast] *'
  const blocks = Array.from(card.querySelectorAll<HTMLElement | SVGElement>('*')).filter((element) => {
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
  const measure = () => {
    const { left, right } = card.getBoundingClientRect()
    return blocks.map((element) => {
      const box = element.getBoundingClientRect()
      const range = document.createRange()
      range.selectNodeContents(element)
      // Where its words stand, which a box as wide as its place does not tell.
      const words = element.firstChild instanceof Text ? range.getBoundingClientRect() : box
      return { box, words, left, right }
    })
  }
  const before = measure()
  dialog.dir = 'ltr'
  const after = measure()
  dialog.dir = 'rtl'
  const wrong = new Set<Element>()
  return blocks.flatMap((element, at) => {
    const [here, there] = [before[at], after[at]]
    // What stands in something that is wrong went there with it.
    if (!here || !there || here.box.width === 0 || [...wrong].some((around) => around.contains(element)))
      return []
    const far = (one: DOMRect, other: DOMRect) =>
      Math.abs(one.left - here.left - (there.right - other.right)) > 1.5 &&
      Math.abs(one.width - other.width) < 1.5
    const name = element.outerHTML.slice(0, 120)
    if (far(here.box, there.box)) wrong.add(element)
    if (wrong.has(element)) return [`stands on the wrong side: ${name}`]
    if (far(here.words, there.words)) return [`its words stand on the wrong side: ${name}`]
    return []
  })
}

/** What in the head of the dialog, or above it, says that it runs from left to right. */
export function straight(language: string): string[] {
  const root = document.querySelector('latchkey-modal')?.shadowRoot
  const dialog = root?.querySelector('dialog')
  const title = root?.querySelector('[part=title]')?.getBoundingClientRect()
  if (!root || !dialog || !title) return ['there is no dialog']
  const findings: string[] = []
  if (dialog.lang !== language) findings.push(`it is said to be in “${dialog.lang}”`)
  for (const element of [dialog, ...dialog.querySelectorAll('[part=body], [part=header]')])
    if (getComputedStyle(element).direction !== 'rtl')
      findings.push(`${element.localName} runs from left to right`)
  const sides = Array.from(root.querySelectorAll('[part=header] > span'), (corner) => {
    const button = corner.querySelector('button')
    return button && button.getBoundingClientRect().left > title.left ? 'right' : 'left'
  })
  // What leads back stands first, what closes last.
  const [first, last] = Array.from(root.querySelectorAll('[part=header] > span > button:only-child'))
  if (last && sides.join() !== 'right,left') findings.push(`${first?.ariaLabel} is on the ${sides[0]}`)
  for (const arrow of root.querySelectorAll('svg[class*=pointing]'))
    if (getComputedStyle(arrow).transform !== 'matrix(-1, 0, 0, 1, 0, 0)')
      findings.push(`points on: ${arrow.parentElement?.outerHTML.slice(0, 120)}`)
  for (const button of document.querySelectorAll('latchkey-button, latchkey-network-button')) {
    const inner = button.shadowRoot?.querySelector('button')
    if (inner && (inner.lang !== language || getComputedStyle(inner).direction !== 'rtl'))
      findings.push(`a button of the page speaks “${inner.lang}”, ${inner.dir}`)
  }
  return findings
}

/** Addresses, amounts, names of mail and of places whose letters do not run from left to right. */
export function outOfOrder(): string[] {
  const faults = new Set<string>()
  const data =
    /0x[\da-f]+(?:…[\da-f]+)?|[\w.-]+@[\w.-]+\w|[a-z\d-]+(?:\.[a-z\d-]+)+|[+−-]?[$€]?\d(?:[\d.,]*\d)?(?:[  ][A-Z][A-Za-z]+)?/gi
  /** Letters in the order of the text, with where each stands. */
  interface Run {
    text: string
    readonly nodes: { readonly node: Text; readonly from: number }[]
  }
  const boxOf = ({ nodes }: Run, at: number): DOMRect | undefined => {
    const found = nodes.findLast(({ from }) => from <= at)
    if (!found) return undefined
    const range = document.createRange()
    range.setStart(found.node, at - found.from)
    range.setEnd(found.node, at - found.from + 1)
    return range.getBoundingClientRect()
  }
  for (const host of document.querySelectorAll('*')) {
    const root = host.localName.startsWith('latchkey-') ? host.shadowRoot : null
    if (!root) continue
    const runs = new Map<Element, Run>()
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
