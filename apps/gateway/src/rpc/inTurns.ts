/** Works through a list, a few items at a time. */

/** The results in the order of the items. The first failure ends it: what has begun is aborted, the rest is not begun. */
export async function inTurns<item, value>(
  items: readonly item[],
  { atOnce, signal }: { readonly atOnce: number; readonly signal: AbortSignal },
  work: (item: item, signal: AbortSignal) => Promise<value>,
): Promise<value[]> {
  const [only] = items
  if (items.length === 1 && only !== undefined) return [await work(only, signal)]
  const failing = new AbortController()
  const either = AbortSignal.any([signal, failing.signal])
  const values: value[] = []
  const rest = items.entries()

  async function takeTurns(): Promise<void> {
    // Shared by all who take turns: each takes the next that nobody has taken.
    for (const [index, item] of rest) {
      either.throwIfAborted()
      values[index] = await work(item, either)
    }
  }

  try {
    await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, takeTurns))
    return values
  } catch (cause) {
    failing.abort(cause)
    throw cause
  }
}
