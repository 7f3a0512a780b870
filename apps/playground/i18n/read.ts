/** What is written on a screen in the pseudo language. Each function runs in the page by itself: it may use nothing around it. */

/** Words in plain small letters: no name is written so, which means that they came from elsewhere than the catalogue. */
export function saidPlainly(others: readonly string[]): string[] {
  const dialog = document.querySelector('latchkey-modal')?.shadowRoot?.querySelector('dialog')
  if (!dialog) return ['there is no dialog']
  const said: string[] = []
  const walker = document.createTreeWalker(dialog, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Text && !node.parentElement?.closest('style, script')) said.push(node.data)
    if (!(node instanceof Element)) continue
    for (const name of ['aria-label', 'aria-description', 'title', 'placeholder', 'alt', 'aria-valuetext'])
      said.push(node.getAttribute(name) ?? '')
  }
  return said.filter((text) => {
    const ours = others.reduce((left, other) => left.replaceAll(other, ''), text)
    // Addresses, hashes, links and mail are data: no word has a digit, a dot or a colon in it.
    const words = ours.split(/[\s()[\],]+/).map((word) => word.replace(/[.:!?]$/, ''))
    return words.some((word) => /^[a-z’'-]{3,}$/.test(word))
  })
}

/** Texts of ours that do not fit where they stand. */
export function cutOff(): string[] {
  const dialog = document.querySelector('latchkey-modal')?.shadowRoot?.querySelector('dialog')
  return Array.from(dialog?.querySelectorAll<HTMLElement>('*') ?? []).flatMap((element) => {
    const own = Array.from(element.childNodes).some((node) => node instanceof Text && node.data.includes('['))
    const { overflowX, overflowY } = getComputedStyle(element)
    // What is only for screen readers is as small as can be.
    const isRead = getComputedStyle(element).clipPath === 'none'
    const isWide = overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1
    const isHigh = overflowY === 'hidden' && element.scrollHeight > element.clientHeight + 2
    return own && isRead && (isWide || isHigh) ? [element.textContent?.slice(0, 80) ?? ''] : []
  })
}
