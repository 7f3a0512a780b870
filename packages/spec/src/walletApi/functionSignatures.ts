/** Functions of contracts by their signatures: how one is spelt, and which of them give tokens away. */
import * as v from 'valibot'

const sizes = Array.from({ length: 32 }, (_, index) => (index + 1) * 8).join('|')
const plain = `(?:address|bool|string|function|bytes(?:[12]?[1-9]|[1-3]0|3[12])?|u?int(?:${sizes}))`
const type = `${plain}(?:\\[(?:[1-9]\\d*)?\\])*`
const types = `${type}(?:,${type})*`
const whole = new RegExp(`^[A-Za-z_$][\\w$]*\\((?:${types})?\\)$`)
/** A tuple of plain types, where a type may stand. */
const tuple = new RegExp(`(?<=[(,])\\(${types}\\)`, 'g')

/** Whether it is spelt as selectors are made of it: a name and types, without blanks, names of arguments or shorthands. */
export function isFunctionSignature(text: string): boolean {
  let flat = text
  for (;;) {
    // From the inside out, each tuple stands for a type like any other.
    const flatter = flat.replace(tuple, 'bool')
    if (flatter === flat) return whole.test(flat)
    flat = flatter
  }
}

/** The whole signature: a name alone could mean several functions. */
export const functionSignature = v.pipe(
  v.string(),
  v.maxLength(256),
  v.check(isFunctionSignature, 'Expected the signature of a function'),
)

/**
 * By which tokens leave an account, or somebody is let take them, now or later; and those that carry calls of their
 * own, which could be any of these. Whoever reads a permission compares selectors with these, since a name can be chosen
 * for its selector.
 */
export const givingFunctions: readonly string[] = [
  // ERC-20, ERC-721, and what tokens have besides
  'transfer(address,uint256)',
  'transferFrom(address,address,uint256)',
  'approve(address,uint256)',
  'increaseAllowance(address,uint256)',
  'increaseApproval(address,uint256)',
  'transferAndCall(address,uint256)',
  'transferAndCall(address,uint256,bytes)',
  'approveAndCall(address,uint256)',
  'approveAndCall(address,uint256,bytes)',
  'burn(uint256)',
  'burn(address,uint256)',
  'burn(uint256,bytes)',
  'burnFrom(address,uint256)',
  'setApprovalForAll(address,bool)',
  'safeTransferFrom(address,address,uint256)',
  'safeTransferFrom(address,address,uint256,bytes)',
  // ERC-1155, ERC-777, ERC-6909
  'safeTransferFrom(address,address,uint256,uint256,bytes)',
  'safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)',
  'send(address,uint256,bytes)',
  'authorizeOperator(address)',
  'transfer(address,uint256,uint256)',
  'transferFrom(address,address,uint256,uint256)',
  'approve(address,uint256,uint256)',
  'setOperator(address,bool)',
  // ERC-2612, and the older one of Dai
  'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)',
  'permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)',
  // Permit2
  'approve(address,address,uint160,uint48)',
  'permit(address,((address,uint160,uint48,uint48),address,uint256),bytes)',
  'permit(address,((address,uint160,uint48,uint48)[],address,uint256),bytes)',
  'permitTransferFrom(((address,uint256),uint256,uint256),(address,uint256),address,bytes)',
  'transferFrom(address,address,uint160,address)',
  'transferFrom((address,address,uint160,address)[])',
  // Calls inside of a call
  'multicall(bytes[])',
  'multicall(uint256,bytes[])',
  'multicall(bytes32,bytes[])',
]
