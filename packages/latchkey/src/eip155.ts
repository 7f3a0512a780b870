/** Ethereum and its kin: `eip155()` for the `adapters` of a kit. */
export * from '@latchkey/adapters/eip155'
