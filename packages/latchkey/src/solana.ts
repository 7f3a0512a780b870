/** Solana: `solana()` for the `adapters` of a kit. */
export * from '@latchkey/adapters/solana'
