/** Whole seconds between two moments of the server's clock; the clock of this device is not asked (F-H). */
export const secondsUntil = (moment: number, now: number): number =>
  Math.min(86_400, Math.max(0, Math.ceil((moment - now) / 1000)))
