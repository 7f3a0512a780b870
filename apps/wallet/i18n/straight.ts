/** Whether a page of the wallet runs from right to left, and what is typed into it from left to right. The function runs in the page by itself. */
export function straight(language: string): string[] {
  const { lang, dir } = document.documentElement
  const findings: string[] = []
  if (lang !== language) findings.push(`it is said to be in “${lang}”`)
  if (dir !== 'rtl' || getComputedStyle(document.body).direction !== 'rtl')
    findings.push(`the page runs “${dir}”`)
  for (const field of document.querySelectorAll('input:not([type=checkbox], [type=radio])')) {
    // What a person types as they like runs as its letters do.
    const isFree = field.getAttribute('dir') === 'auto'
    if (!isFree && getComputedStyle(field).direction !== 'ltr')
      findings.push(`turns what is typed: ${field.outerHTML.slice(0, 120)}`)
  }
  return findings
}
