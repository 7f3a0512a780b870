/** Whether what a page of the wallet says fits where it stands. Each function runs in the page by itself: it may use nothing around it. */

/** Texts that are wider or higher than their box, which shows where nothing cuts them off. */
export function spilling(): string[] {
  const faults = new Set<string>()
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    if (!(node instanceof Text) || !node.data.trim() || !element?.checkVisibility()) continue
    let box = element
    while (box.parentElement && ['inline', 'contents'].includes(getComputedStyle(box).display))
      box = box.parentElement
    const { clipPath, fontSize, overflowY } = getComputedStyle(box)
    // What is only for screen readers is as small as can be.
    if (clipPath !== 'none' || box.matches('option, select')) continue
    const outer = box.getBoundingClientRect()
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const { left, right, bottom, height } of range.getClientRects()) {
      // As high as its letters: the boxes of glyphs may reach beyond.
      const spare = Math.max(0, (height - Number.parseFloat(fontSize)) / 2)
      const isHigher = overflowY === 'visible' && bottom - spare > outer.bottom + 2
      if (left < outer.left - 1 || right > outer.right + 1 || isHigher)
        faults.add(`${node.data.trim().slice(0, 60)} in ${box.outerHTML.slice(0, 80)}`)
    }
  }
  return [...faults]
}

/** Lists to choose from whose longest line is cut off while they are closed. */
export function crampedLists(): string[] {
  return Array.from(document.querySelectorAll('select')).flatMap((list) => {
    const twin = list.cloneNode(true)
    if (!(twin instanceof HTMLSelectElement)) return []
    // As wide as what is in it, with the same edges.
    twin.style.width = 'max-content'
    twin.style.justifySelf = 'start'
    list.after(twin)
    const [wanted, given] = [twin.offsetWidth, list.offsetWidth]
    twin.remove()
    return wanted > given + 1 ? [`${wanted} px in ${given}: ${list.outerHTML.slice(0, 120)}`] : []
  })
}
