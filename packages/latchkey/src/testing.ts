/** For tests of apps that use Latchkey: fakes of everything the kit talks to, and wallets with real keys. */
export * from '@latchkey/adapters/lab'
export * from '@latchkey/core/testing'
