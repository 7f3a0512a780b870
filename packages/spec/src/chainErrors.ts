/** What chain clients say when they refuse a transaction, recognised by their own words (S8-19, S4-19). */

export const chainErrors = {
  'execution-reverted': {
    text: 'Execution reverted',
    pattern: /execution reverted|gas required exceeds allowance/i,
  },
  'fee-cap-too-high': {
    text: 'Fee cap too high: it cannot exceed 2^256-1',
    pattern: /max fee per gas higher than 2\^256-1|fee cap higher than 2\^256-1/i,
  },
  'fee-cap-too-low': {
    text: 'Fee cap too low: it is below the base fee of the block',
    pattern:
      /max fee per gas less than block base fee|fee cap less than block base fee|transaction is outdated/i,
  },
  'nonce-too-high': { text: 'Nonce too high', pattern: /nonce too high/i },
  'nonce-too-low': {
    text: 'Nonce too low',
    pattern: /nonce too low|transaction already imported|already known/i,
  },
  'nonce-at-maximum': { text: 'Nonce at its maximum', pattern: /nonce has max value/i },
  'insufficient-funds': {
    text: 'Insufficient funds for the amount and its fees',
    pattern: /insufficient funds|exceeds transaction sender account balance/i,
  },
  'intrinsic-gas-too-high': {
    text: 'Intrinsic gas too high: it exceeds the limit of the block',
    pattern: /intrinsic gas too high|gas limit reached|exceeds block gas limit/i,
  },
  'intrinsic-gas-too-low': { text: 'Intrinsic gas too low', pattern: /intrinsic gas too low/i },
  'unsupported-transaction-type': {
    text: 'Transaction type not supported by this network',
    pattern: /transaction type not (valid|supported)/i,
  },
  'tip-above-fee-cap': {
    text: 'Priority fee above the fee cap',
    pattern: /max priority fee per gas higher than max fee per gas|tip higher than fee cap/i,
  },
} as const satisfies Record<string, { text: string; pattern: RegExp }>

export type ChainErrorKind = keyof typeof chainErrors

/** The kind of a chain client's message; undefined when it is none of these. */
export function chainErrorKind(message: string): ChainErrorKind | undefined {
  for (const kind in chainErrors) {
    // `in` over a constant table yields exactly its keys.
    if (chainErrors[kind as ChainErrorKind].pattern.test(message)) return kind as ChainErrorKind
  }
  return undefined
}

/** S4-19: a revert comes from the contract, so another provider would say the same. */
export function isExecutionReverted(message: string): boolean {
  return chainErrorKind(message) === 'execution-reverted'
}
