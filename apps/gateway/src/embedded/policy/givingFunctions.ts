/** Functions that a permission may name, by their selectors: which give tokens away, and which hide that behind a name. */
import { givingFunctions } from '@latchkey/spec/walletApi'
import { toFunctionSelector } from 'viem'

const giving: ReadonlyMap<string, string> = new Map(
  givingFunctions.map((signature) => [toFunctionSelector(signature), signature]),
)

/** Whether tokens leave the account by it, or somebody is let take them. */
export const givesTokens = (signature: string): boolean => giving.has(toFunctionSelector(signature))

/** A name that was chosen for the selector of a function that gives tokens away: what is shown is not what is called. */
export function isMisnamed(signature: string): boolean {
  const meant = giving.get(toFunctionSelector(signature))
  return meant !== undefined && meant !== signature
}
