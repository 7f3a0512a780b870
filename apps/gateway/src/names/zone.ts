/** The zone that the gateway gives names in, and what may stand before it (S5-09, D-20). */
import { checkNameLabel } from '@latchkey/spec/validation'
import { normalize } from 'viem/ens'
import { refuse } from '../http/refusal.js'
import type { Reserved } from './reserved.js'

/** `latch.id`: a domain of two labels or more, in the one way that ENSIP-15 writes it. */
export function readZone(text: string): string {
  const isDomain = /^[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})+$/.test(text) && text.length <= 190
  if (!isDomain || !isNormal(text)) throw new TypeError('is not a domain such as latch.id in lower case')
  return text
}

/** Labels that ENSIP-15 takes as they are. It has tables for the rest, which weigh 30 MB once one name needed them. */
const plainLabels = /^(?:(?!..--)[a-z0-9-]+(?:\.(?!$)|$))+$/

/** Whether a name is already written as ENSIP-15 wants it; what it forbids is never. */
export function isNormal(name: string): boolean {
  if (plainLabels.test(name)) return true
  try {
    return normalize(name) === name
  } catch {
    return false
  }
}

export interface Zone {
  readonly name: string
  readonly reserved: Reserved
}

/** The label of a name directly below the zone; undefined where it is in another one. */
export function labelIn(zone: Zone, name: string): string | undefined {
  const suffix = `.${zone.name}`
  const label = name.endsWith(suffix) ? name.slice(0, -suffix.length) : ''
  return label === '' || label.includes('.') ? undefined : label
}

/** Refuses a name that nobody may have, and says why. */
export function checkName(zone: Zone, name: string): void {
  const label = labelIn(zone, name)
  const problem = label === undefined ? `Names end with .${zone.name} here` : problemOf(zone, label)
  if (problem !== undefined) throw refuse('name', problem)
}

/** Why nobody may have a label; undefined where somebody may. */
export function problemOf({ reserved }: Zone, label: string): string | undefined {
  const error = checkNameLabel(label)
  if (error) return error.message
  if (/^-|-$|--/.test(label)) return 'A name has single hyphens, and only between other signs'
  if (!isNormal(label)) return 'This name is not written as names are (ENSIP-15)'
  return reserved.has(label) ? 'This name is reserved' : undefined
}
