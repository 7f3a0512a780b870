/** Pictures that are safe to serve: no metadata, no scripts, no references, bounded, named by their content. */
/// <reference lib="dom" />
import { createHash } from 'node:crypto'
import { sanitiseSvg } from './sanitiseSvg.mjs'

/** Bytes of one picture. */
const mostBytes = 24 * 1024

/**
 * @typedef {object} Picture
 * @property {string} id the hash of its content
 * @property {'webp' | 'svg'} type
 * @property {Buffer} bytes
 */

/** @param {Buffer} bytes @param {'webp' | 'svg'} type @returns {Picture} */
export function nameByContent(bytes, type) {
  if (bytes.byteLength > mostBytes) throw new Error(`A picture of ${bytes.byteLength} bytes is too large`)
  return { id: createHash('sha256').update(bytes).digest('hex').slice(0, 40), type, bytes }
}

/** @param {string} source a data: image */
export function readDataImage(source) {
  const [, type = '', encoding, data = ''] =
    /^data:(image\/[a-z+]+)(?:;charset=[\w-]+)?(;base64)?,([\s\S]*)$/i.exec(source) ?? []
  if (type === '') return undefined
  return { type, bytes: encoding ? Buffer.from(data, 'base64') : Buffer.from(decodeURIComponent(data)) }
}

/** Chunks that hold the picture itself; everything else of a WebP file is about it. */
const pictureChunks = ['VP8 ', 'VP8L', 'VP8X', 'ALPH']

/** A still WebP picture without metadata; undefined if it is not one. @param {Buffer} bytes */
export function cleanWebp(bytes) {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP')
    return undefined
  /** @type {Buffer[]} */
  const kept = []
  for (let at = 12; at + 8 <= bytes.length; ) {
    const name = bytes.toString('latin1', at, at + 4)
    const size = bytes.readUInt32LE(at + 4)
    const end = at + 8 + size + (size % 2)
    if (at + 8 + size > bytes.length || name === 'ANIM') return undefined
    if (pictureChunks.includes(name)) {
      const chunk = Buffer.from(bytes.subarray(at, Math.min(end, bytes.length)))
      // Only the transparency of the extended header is left: profiles, EXIF and XMP are dropped.
      if (name === 'VP8X') chunk[8] = (chunk[8] ?? 0) & 0b0001_0000
      kept.push(chunk)
    }
    at = end
  }
  const body = Buffer.concat([Buffer.from('WEBP'), ...kept])
  const head = Buffer.alloc(8)
  head.write('RIFF', 'latin1')
  head.writeUInt32LE(body.length, 4)
  return kept.length > 0 ? Buffer.concat([head, body]) : undefined
}

/** @param {string} source */
export const svgPicture = (source) => {
  const clean = sanitiseSvg(source)
  return clean === undefined || clean.length > mostBytes
    ? undefined
    : nameByContent(Buffer.from(clean), 'svg')
}

/**
 * Draws whatever a browser can draw into a square WebP.
 * @param {readonly { key: string, source: string }[]} pictures data: images
 * @param {{ edge?: number, quality?: number }} [options] edge in pixels
 * @returns {Promise<Map<string, Buffer>>}
 */
export async function drawPictures(pictures, { edge = 128, quality = 0.9 } = {}) {
  const { chromium } = await import('playwright-core')
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    // A page that may load nothing: what a picture points at stays away.
    const page = await browser.newPage()
    await page.route('**', (route) => route.abort())
    /** @type {Map<string, Buffer>} */
    const drawn = new Map()
    for (const { key, source } of pictures) {
      const data = await page.evaluate(draw, { source, edge, quality }).catch(() => undefined)
      const bytes = data && cleanWebp(Buffer.from(data.slice(data.indexOf(',') + 1), 'base64'))
      if (bytes) drawn.set(key, bytes)
    }
    return drawn
  } finally {
    await browser.close()
  }
}

/** Runs in the page. @param {{ source: string, edge: number, quality: number }} input */
async function draw({ source, edge, quality }) {
  const image = new Image(edge, edge)
  image.src = source
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = edge
  const context = canvas.getContext('2d')
  if (!context) return undefined
  context.imageSmoothingQuality = 'high'
  const [width, height] = [image.naturalWidth || edge, image.naturalHeight || edge]
  const scale = Math.min(edge / width, edge / height)
  context.drawImage(
    image,
    (edge - width * scale) / 2,
    (edge - height * scale) / 2,
    width * scale,
    height * scale,
  )
  return canvas.toDataURL('image/webp', quality)
}
