/** A part of the code that is fetched when it is first needed; from then on it is at hand and nobody waits for it. */

export interface Lazy<Part> {
  /** Uses the part: at once where it is at hand, else when it has come. Uses run in the order in which they were asked. */
  <T>(use: (part: Part) => T | Promise<T>): Promise<T>
}

export function createLazy<Part>(load: () => Promise<Part>): Lazy<Part> {
  let part: Part | undefined
  let loading: Promise<Part> | undefined

  async function fetched(): Promise<Part> {
    loading ??= load()
    try {
      part = await loading
      return part
    } catch (cause) {
      // A chunk that did not arrive may arrive next time.
      loading = undefined
      throw cause
    }
  }

  return async (use) => use(part ?? (await fetched()))
}

/** A part that is there already. */
export const atHand =
  <Part>(part: Part): Lazy<Part> =>
  async (use) =>
    use(part)
