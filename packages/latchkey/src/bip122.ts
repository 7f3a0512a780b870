/** Bitcoin: `bip122()` for the `adapters` of a kit. */
export * from '@latchkey/adapters/bip122'
