/** Good and bad examples of everything on the wire, for tests of this package and of those that speak its protocols. */
export * from './fixtures/endpoints.js'
export * from './fixtures/frame.js'
export * from './fixtures/relay.js'
