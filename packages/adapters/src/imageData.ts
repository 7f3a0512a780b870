/** Pictures that wallets bring along. */
import { discoveryLimits } from '@latchkey/spec/limits'

const imagePattern = /^data:image\/(png|jpeg|webp|gif|avif|svg\+xml)[;,]/

/** Only image data of a sane size: an address on another host would tell that host who opened the modal. */
export function imageData(icon: unknown): string | undefined {
  if (typeof icon !== 'string' || icon.length > discoveryLimits.announcedIcon) return undefined
  const text = icon.trim()
  return imagePattern.test(text) ? text : undefined
}
