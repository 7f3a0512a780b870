/** `latchkey/compat/appkit/wagmi`: AppKit's `WagmiAdapter`. Needs `@wagmi/core`; `latchkey/compat/appkit` does not. */
export * from '@latchkey/adapters/eip155/appkit'
