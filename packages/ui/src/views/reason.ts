/** What went wrong, in words that fit on a screen. */

const longest = 140

/** What the wallet itself said; our own text around it would only repeat the title. */
export function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const said = error.cause instanceof Error ? error.cause.message : error.message
  const line = said.split('\n', 1)[0]?.trim()
  return line && line.length > longest ? `${line.slice(0, longest)}…` : line
}
