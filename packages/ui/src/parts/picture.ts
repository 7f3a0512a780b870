/** Draws a picture from a `data:` address, from the page's own files or from the app's gateway; from nowhere else. */
import { limits } from '@latchkey/spec/limits'
import { parseDataImage } from './dataImage.js'
import { safeSvg } from './safeSvg.js'

export interface PictureInput {
  readonly prefix: string
  readonly size: number
  readonly home: string | undefined
  readonly signal: AbortSignal
}

/** `undefined` where there is nothing that can be shown; the letter stays. */
export async function drawPicture(icon: string, input: PictureInput): Promise<Element | undefined> {
  if (!/^\s*data:/i.test(icon)) {
    if (isOf(icon, location.origin)) return loaded(icon, input)
    return input.home && isOf(icon, input.home) ? fetched(icon, input) : undefined
  }
  const image = parseDataImage(icon)
  if (image?.kind === 'svg') return safeSvg(image.text, input.prefix)
  return image && painted(image.blob, input)
}

/** Nothing is fetched from a third party because a wallet says so; the page's own files may be shown. */
function isOf(address: string, home: string): boolean {
  const base = document.baseURI
  if (!URL.canParse(address, base) || !URL.canParse(home, base)) return false
  return new URL(address, base).origin === new URL(home, base).origin
}

/** As data and not as an image, so that a page's policy needs `connect-src` for its gateway and nothing more. */
async function fetched(address: string, input: PictureInput): Promise<Element | undefined> {
  const blob = await bytesOf(address, input.signal).catch(() => undefined)
  if (!blob || blob.size > mostBytes) return undefined
  return blob.type.startsWith('image/svg') ? safeSvg(await blob.text(), input.prefix) : painted(blob, input)
}

const mostBytes = 512 * 1024

/** S9-04: a picture that takes longer than 2 s is done without. */
async function bytesOf(address: string, signal: AbortSignal): Promise<Blob | undefined> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), limits.imagePreload)
  const leave = () => late.abort()
  signal.addEventListener('abort', leave)
  try {
    const answer = await fetch(address, {
      signal: late.signal,
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    })
    return answer.ok ? await answer.blob() : undefined
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', leave)
  }
}

async function loaded(address: string, { signal }: PictureInput): Promise<Element | undefined> {
  const image = new Image()
  image.alt = ''
  image.src = address
  await image.decode().catch(() => {})
  return signal.aborted || image.naturalWidth === 0 ? undefined : image
}

async function painted(blob: Blob, { size }: PictureInput): Promise<Element | undefined> {
  const pixels = Math.ceil(size * Math.max(globalThis.devicePixelRatio ?? 1, 1))
  const bitmap = await createImageBitmap(blob).catch(() => undefined)
  if (!bitmap) return undefined
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = pixels
  const context = canvas.getContext('2d')
  if (!context) return undefined
  context.imageSmoothingQuality = 'high'
  const scale = Math.min(pixels / bitmap.width, pixels / bitmap.height)
  const [width, height] = [bitmap.width * scale, bitmap.height * scale]
  context.drawImage(bitmap, (pixels - width) / 2, (pixels - height) / 2, width, height)
  bitmap.close()
  return canvas
}
