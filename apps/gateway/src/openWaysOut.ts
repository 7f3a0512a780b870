/** The three ways out of the gateway: to services of the operator, to nodes, and to addresses of strangers. */
import type { createClosers } from './closers.js'
import type { Config } from './config/config.js'
import type { Clock } from './ports/clock.js'
import { createOutbound, type Outbound } from './ports/outbound.js'
import { createQuickOutbound } from './ports/quickOutbound.js'
import { createUntrusted, type Untrusted } from './ports/untrusted.js'

export interface WaysOut {
  readonly outbound: Outbound
  readonly nodes: Outbound
  readonly untrusted: Untrusted
}

interface WaysOutInput {
  readonly config: Config
  readonly clock: Clock
  readonly closers: ReturnType<typeof createClosers>
  /** In place of those that would be opened. */
  readonly given: { readonly outbound?: Outbound; readonly untrusted?: Untrusted }
}

export function openWaysOut({ config, clock, closers, given }: WaysOutInput): WaysOut {
  function open(name: string, create: () => Outbound & { close(): void }): Outbound {
    if (given.outbound) return given.outbound
    const outbound = create()
    closers.add(name, () => outbound.close())
    return outbound
  }
  const { LATCHKEY_LOCAL: isLocal, LATCHKEY_TRUSTED_HOSTS: trustedHosts } = config
  return {
    outbound: open('outbound connections', createOutbound),
    nodes: open('connections to nodes', createQuickOutbound),
    untrusted: given.untrusted ?? createUntrusted({ clock, isLocal, trustedHosts }),
  }
}
