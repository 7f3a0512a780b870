/** Polkadot and the networks of its kind: `polkadot()` for the `adapters` of a kit. */
export * from '@latchkey/adapters/polkadot'
