/**
 * What bundles have cost beyond what their operations paid. Who makes bundles fail spends the bundler's coins, so that there
 * is a budget for an hour: beyond it nothing more is bundled until the hour is over.
 */
import type { NetworkId } from '@latchkey/spec/caip'
import { hours } from '@latchkey/spec/limits'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Clock } from '../../ports/clock.js'
import type { Log } from '../../ports/log.js'

export interface Losses {
  /** Counts a loss, in wei. */
  add(wei: bigint): void
  isPaused(): boolean
  /** Since this process began, in wei. */
  total(): bigint
}

const window = hours(1)

export function createLosses(input: {
  readonly networkId: NetworkId
  readonly clock: Clock
  readonly log: Log
  /** In wei. */
  readonly perHour: bigint
}): Losses {
  const { networkId: network, clock, log, perHour } = input
  let recent: readonly { readonly at: number; readonly wei: bigint }[] = []
  let total = 0n

  function isPaused(): boolean {
    recent = recent.filter(({ at }) => at > clock.now() - window)
    return recent.reduce((sum, { wei }) => sum + wei, 0n) > perHour
  }

  return {
    isPaused,
    total: () => total,
    add(wei) {
      const wasPaused = isPaused()
      recent = [...recent, { at: clock.now(), wei }]
      total += wei
      log.warn({ network, wei: wei.toString() }, 'a bundle cost more than its operations paid')
      if (!wasPaused && isPaused())
        log.error(
          { network, perHour: perHour.toString() },
          'the bundler pauses: it has lost more than its budget for an hour',
        )
    },
  }
}

/** Registers what the bundlers of this process have lost, and which of them pause. */
export function showLosses(all: ReadonlyMap<NetworkId, Losses>, registry: Registry): void {
  const registers = [registry]
  new Gauge({
    name: 'gateway_bundler_paused',
    help: 'Whether the own bundler of a network pauses, because it has lost more than its budget for an hour',
    labelNames: ['network'],
    registers,
    collect() {
      for (const [network, losses] of all) this.set({ network }, losses.isPaused() ? 1 : 0)
    },
  })
  new Counter({
    name: 'gateway_bundler_lost_gwei_total',
    help: 'What bundles of a network have cost beyond what their operations paid',
    labelNames: ['network'],
    registers,
    collect() {
      this.reset()
      for (const [network, losses] of all) this.inc({ network }, Number(losses.total() / 10n ** 9n))
    },
  })
}
