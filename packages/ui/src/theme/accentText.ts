/** An accent as text: moved as far as it takes to be read. Fetched only where an app chose an accent of its own. */
import { contrast, enough, luminance, parseHex, type Rgb, white } from './contrast.js'

const ink: Rgb = [16, 17, 22]

/** `#abc`, `#aabbcc`, or whatever else the browser itself can read as a colour. */
export function parseColor(text: string): Rgb | undefined {
  return parseHex(text.trim()) ?? paintedColor(text)
}

/** `color`, moved towards white or ink just as far as it takes to be read on `background`. */
export function readableAs(color: Rgb, background: Rgb): Rgb {
  const towards = luminance(background) < 0.2 ? white : ink
  for (let part = 0; part < 1; part += 0.05) {
    const candidate = mix(color, towards, part)
    if (contrast(candidate, background) >= enough) return candidate
  }
  return towards
}

function mix(from: Rgb, to: Rgb, part: number): Rgb {
  const blend = (index: 0 | 1 | 2) => Math.round(from[index] + (to[index] - from[index]) * part)
  return [blend(0), blend(1), blend(2)]
}

function paintedColor(text: string): Rgb | undefined {
  if (!globalThis.CSS?.supports?.('color', text)) return undefined
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 1
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return undefined
  context.fillStyle = text
  context.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
  return [red, green, blue]
}
