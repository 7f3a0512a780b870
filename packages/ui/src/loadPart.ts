/**
 * Loads a part of the code, and does so again where it did not arrive. Until the middle of 2026 browsers kept in mind, for
 * as long as a page lives, that a file of modules did not arrive, and answered each further `import()` of it with the
 * same failure (whatwg/html#10327). Under another address it is another file to them.
 */

/** A literal `import()`, so that every bundler cuts there. */
type Load<Part> = () => Promise<Part>

/** Of all kits of the page, as what its browser keeps in mind is. */
const missed = new WeakSet<Load<object>>()
let tries = 0
/** Most browsers name the file at the end of what they say. Where a bundler fetches in a way of its own, it also tries again. */
const named = /https?:[^\s?]+$/

/** @param name what the part exports, by which it is known: a bundler may have put something else into the file */
export async function loadPart<Part extends object>(load: Load<Part>, name: keyof Part): Promise<Part> {
  try {
    return await load()
  } catch (cause) {
    const [file] = (missed.has(load) && named.exec(String(cause))) || []
    missed.add(load)
    if (!file) throw cause
    const part: Part = await import(/* @vite-ignore */ /* webpackIgnore: true */ `${file}?again=${++tries}`)
    if (!(name in part)) throw cause
    return part
  }
}
