/** How long a server asks to be left alone (S8-33). */

/** Both forms of Retry-After, in milliseconds from `now`: seconds, or a date. `undefined` when it is neither. */
export function parseRetryAfter(value: string | null | undefined, now: number): number | undefined {
  const text = value?.trim() ?? ''
  if (/^\d+$/.test(text)) return Number(text) * 1000
  // Only the date forms of HTTP: Date.parse alone would read "-1" or "1.5" as years.
  const date = /^[A-Za-z]{3,9},? /.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
