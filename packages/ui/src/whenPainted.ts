/** Puts off what would keep the browser from showing what was just drawn: to ask for a part of the code takes time, too. */

/** A page in the background draws no frames. Longer than a slow phone takes for one; milliseconds. */
const patience = 500

/** Resolves when the next frame is on screen, or when none comes. */
export function whenPainted(): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      cancelAnimationFrame(frame)
      resolve()
    }
    const timer = setTimeout(end, patience)
    // A frame is painted after its callbacks; the next task comes after that.
    const frame = requestAnimationFrame(() => setTimeout(end))
  })
}
