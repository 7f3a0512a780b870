/** Has the browser find the fonts of the views while nobody waits: that takes it longer than to lay out the rest of a view. */
import styles from './shell.sheet.css'

/** Those of the first view: each weight in each size is looked up for itself. */
const fonts = [
  '500 var(--lk-text-xs)',
  '400 var(--lk-text-s)',
  '600 var(--lk-text-s)',
  '400 var(--lk-text-m)',
  '600 var(--lk-text-m)',
  '600 var(--lk-text-l)',
  // The letter of a wallet whose picture is on its way.
  '700 15.84px',
]

/** Where the tokens of the modal hold; in its language, whose letters may be in a font of their own. */
export function findFonts(root: ShadowRoot, { text, lang }: { text: string; lang: string }): void {
  if (!('requestIdleCallback' in globalThis)) return
  const sample = document.createElement('span')
  sample.className = styles.sample ?? ''
  sample.lang = lang
  sample.textContent = text
  const left = [...fonts]
  const next = () => {
    const font = left.pop()
    if (font === undefined) return sample.remove()
    sample.style.font = `${font} / 1 var(--lk-font)`
    root.append(sample)
    // Asked for its size, the browser has to lay it out.
    void sample.offsetWidth
    // One at a time, so that the page goes first.
    requestIdleCallback(next)
  }
  requestIdleCallback(next)
}
