/** Reads a colour as CSS writes it, with as much of it as lets nothing through. Fetched only where an app chose one. */
import { parseHex, type Rgb } from './contrast.js'

export interface Paint {
  readonly color: Rgb
  /** 1 lets nothing through, 0 everything. */
  readonly alpha: number
}

/** `#abc`, `#aabbcc`, either with alpha, or whatever else the browser itself can read as a colour. */
export function readColor(text: string): Paint | undefined {
  return hexPaint(text.trim()) ?? browserPaint(text)
}

function hexPaint(text: string): Paint | undefined {
  const opaque = parseHex(text)
  if (opaque) return { color: opaque, alpha: 1 }
  const isShort = text.length === 5
  const end = isShort ? 4 : 7
  const color = parseHex(text.slice(0, end))
  // Alpha is written as a channel is: three times the same is a colour again.
  const alpha = parseHex(`#${text.slice(end).repeat(3)}`)?.[0]
  const isWhole = isShort || text.length === 9
  return isWhole && color && alpha !== undefined ? { color, alpha: alpha / 255 } : undefined
}

function browserPaint(text: string): Paint | undefined {
  if (!globalThis.CSS?.supports?.('color', text)) return undefined
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 1
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return undefined
  context.fillStyle = text
  context.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0, alpha = 255] = context.getImageData(0, 0, 1, 1).data
  return { color: [red, green, blue], alpha: alpha / 255 }
}
