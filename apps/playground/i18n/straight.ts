/** Whether the frame of the modal runs from right to left. The function runs in the page by itself. */

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
