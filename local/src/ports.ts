/** Where each part of the local world listens: one base moves them all, so that several copies can run. */

/** The parts in the order of their ports; a part's index is its distance from the base. */
const order = [
  'playground',
  'gateway',
  'wallet',
  'phone',
  'evm',
  'solana',
  'solanaSocket',
  'bitcoin',
  'docs',
  'postgres',
  'people',
  'smtp',
] as const

export type PortName = (typeof order)[number]
export type Ports = Readonly<Record<PortName, number>>

export const defaultPortBase = 3000
const highestPort = 65_535

/** The ports of a world whose playground listens on `base`. */
export function ports(base: number = defaultPortBase): Ports {
  const last = base + order.length - 1
  if (!Number.isInteger(base) || base < 1 || last > highestPort)
    throw new RangeError(
      `LATCHKEY_PORT_BASE must be a whole number from 1 to ${highestPort - order.length + 1}, got ${base}`,
    )
  // The cast closes the loop that Object.fromEntries opens: every name of `order` is a key.
  return Object.fromEntries(order.map((name, index) => [name, base + index])) as Ports
}

/** Reads the base from the environment: digits only, so that '3000x' is refused and not read as 3000. */
export function portBase(value: string | undefined): number {
  if (value === undefined || value === '') return defaultPortBase
  return /^\d+$/.test(value) ? Number(value) : Number.NaN
}
