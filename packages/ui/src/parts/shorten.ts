/** Shortens an address for the eye; the whole of it stays in titles, labels and the clipboard. */
export function shorten(address: string, { start = 6, end = 4 } = {}): string {
  return address.length <= start + end + 1 ? address : `${address.slice(0, start)}…${address.slice(-end)}`
}
