/** Time zones where other addresses are used (D-23); apart, because a first load asks. */

/** D-23 */
export const restrictedTimeZones = [
  'Asia/Shanghai',
  'Asia/Urumqi',
  'Asia/Chongqing',
  'Asia/Harbin',
  'Asia/Kashgar',
  'Asia/Beijing',
  'Asia/Macau',
  'Asia/Macao',
  'Asia/Hong_Kong',
] as const

export function isRestrictedTimeZone(timeZone: string): boolean {
  return restrictedTimeZones.some((known) => known === timeZone)
}
