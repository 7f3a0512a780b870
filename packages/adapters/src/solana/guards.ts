/** What a wallet may put into a transaction beside what it was given, and nothing else. */
import { type MessageInstruction, readInstructions } from './message.js'
import type { WireTransaction } from './wire.js'

/** Programs that hand nothing to anybody: they set the price of the transaction, or make it fail. */
const harmless: Readonly<Record<string, string>> = {
  ComputeBudget111111111111111111111111111111: 'Compute Budget',
  // Makes a transaction fail whose effect is not the one that the wallet showed.
  L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95: 'Lighthouse',
}

/** What is wrong with a transaction that came back, in words; `undefined` where nothing is. */
export function alterationOf(after: WireTransaction, before: WireTransaction): string | undefined {
  if (!isSameSet(after.signers, before.signers)) return 'others have to sign it'
  const [given, returned] = [readInstructions(before), readInstructions(after)]
  if (!given || !returned) return 'what it does cannot be read'
  let found = 0
  for (const instruction of returned) {
    const next = given[found]
    if (next && isSameInstruction(instruction, next)) found += 1
    else if (!Object.hasOwn(harmless, instruction.program)) {
      return `it calls ${instruction.program} in a way that was not asked for`
    }
  }
  return found === given.length ? undefined : 'an instruction is missing'
}

const isSameInstruction = (one: MessageInstruction, other: MessageInstruction): boolean =>
  one.program === other.program && isSame(one.accounts, other.accounts) && isSame(one.data, other.data)

const isSameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((each) => other.includes(each))

const isSame = <T>(one: ArrayLike<T>, other: ArrayLike<T>): boolean =>
  one.length === other.length && Array.from(one).every((each, i) => each === other[i])
