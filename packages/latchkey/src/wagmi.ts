/** Beside an app's own wagmi: `eip155({ wagmi: wagmi(config) })`. Needs `@wagmi/core`; nothing else here does. */
export * from '@latchkey/adapters/eip155/wagmi'
