/** Fakes for tests of apps that use Latchkey. */
export * from '@latchkey/core/testing'
