/** How many of the sign-in services stand in the Connect view, and in which shape: one is wide, the rest are marks. */
import type { SocialProvider } from '@latchkey/spec/options'

export interface SocialRows {
  /** With its name. */
  readonly wide: SocialProvider | undefined
  /** As marks only, side by side. */
  readonly marks: readonly SocialProvider[]
  /** The rest are behind one more button. */
  readonly hasMore: boolean
}

/** What fits beside each other under the wide one. */
const perRow = 5

export function socialRows(providers: readonly SocialProvider[]): SocialRows {
  const [first, ...rest] = providers
  if (providers.length === 2) return { wide: undefined, marks: providers, hasMore: false }
  const hasMore = rest.length > perRow
  return { wide: first, marks: hasMore ? rest.slice(0, perRow - 1) : rest, hasMore }
}
