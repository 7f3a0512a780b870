/** Puts together who takes user operations: the gateway's own bundlers, and those that the operator named. */
import type { Outbound } from '../ports/outbound.js'
import { type Bundler, createBundler } from './bundler.js'
import { openOwnBundlers } from './own/openOwnBundlers.js'

export function openBundler(
  input: Parameters<typeof openOwnBundlers>[0] & { readonly outbound: Outbound },
): Bundler & { close(): Promise<void> } {
  const { config, outbound, clock, log } = input
  const { all: own, close } = openOwnBundlers(input)
  return { ...createBundler({ bundlers: config.LATCHKEY_BUNDLERS, own, outbound, clock, log }), close }
}
