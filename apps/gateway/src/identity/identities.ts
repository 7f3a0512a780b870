/** Who an address is: its name in ENS, else the one that it has in the gateway's own zone, and a picture (S7-03, S7-30). */
import { hours, minutes } from '@latchkey/spec/limits'
import * as v from 'valibot'
import type { Hex } from '../chain/shapes.js'
import { refuse } from '../http/refusal.js'
import { etherCoin } from '../names/coinTypes.js'
import type { Names } from '../names/names.js'
import type { Cache } from '../ports/cache.js'
import type { Clock } from '../ports/clock.js'
import type { Log } from '../ports/log.js'
import type { Avatars } from './avatars.js'
import type { Ens } from './ens.js'

export interface Found {
  readonly name: string | null
  readonly avatar: string | null
  /** When it was read, in milliseconds. */
  readonly resolvedAt: number
}

export interface Identities {
  of(address: Hex, signal: AbortSignal): Promise<Found>
}

/** How long what ENS says is kept; that it says nothing, for a shorter time. Names of the own zone are read each time. */
const keptFor = hours(1)
const absenceKeptFor = minutes(10)

const entry = v.object({
  name: v.nullable(v.string()),
  avatar: v.nullable(v.string()),
  resolvedAt: v.number(),
})

export function createIdentities(input: {
  names: Pick<Names, 'ofOwner'>
  /** Absent where no network that is served has it. */
  ens: Ens | undefined
  avatars: Avatars
  cache: Cache
  clock: Clock
  log: Log
}): Identities {
  const { names, ens, avatars, cache, clock, log } = input

  async function inEns(ens: Ens, address: Hex, signal: AbortSignal): Promise<Found> {
    const key = `identity|${address}`
    const kept = v.safeParse(entry, JSON.parse((await cache.get(key)) ?? 'null'))
    if (kept.success) return kept.output
    const name = await ens.nameOf(address, etherCoin, signal)
    const found = { name: name ?? null, avatar: name ? await pictureOf(ens, name, signal) : null }
    const read = { ...found, resolvedAt: clock.now() }
    await cache.set(key, JSON.stringify(read), name ? keptFor : absenceKeptFor)
    return read
  }

  /** A picture is not worth a name: without one the name is still told. */
  async function pictureOf(ens: Ens, name: string, signal: AbortSignal): Promise<string | null> {
    try {
      const uri = await ens.textOf(name, 'avatar', signal)
      return (uri && (await avatars.load(uri, signal))) ?? null
    } catch (err) {
      signal.throwIfAborted()
      log.info({ err }, 'a picture was not read')
      return null
    }
  }

  /** Of its names the first that points back at it: one that points elsewhere is somebody else's to show. */
  async function inZone(address: Hex, signal: AbortSignal): Promise<Found | undefined> {
    const own = await names.ofOwner(address)
    const first = own.find(({ addresses }) =>
      [...addresses.values()].some((record) => record.address === address),
    )
    if (!first) return undefined
    const { avatar } = first.attributes
    const picture = avatar === undefined ? undefined : await avatars.load(avatar, signal)
    return { name: first.name, avatar: picture ?? null, resolvedAt: clock.now() }
  }

  return {
    async of(address, signal) {
      const nobody = { name: null, avatar: null, resolvedAt: clock.now() }
      if (!ens) return (await inZone(address, signal)) ?? nobody
      let known: Found
      try {
        known = await inEns(ens, address, signal)
      } catch (err) {
        signal.throwIfAborted()
        log.warn({ err }, 'ENS gave no answer')
        const own = await inZone(address, signal)
        // Nobody knows whether there is a name, which is something else than that there is none (D-13).
        if (!own) throw refuse('unavailable', 'Names cannot be read at the moment')
        return own
      }
      return known.name === null ? ((await inZone(address, signal)) ?? known) : known
    },
  }
}
