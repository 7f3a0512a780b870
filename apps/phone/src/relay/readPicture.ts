/** Finds the code in a picture: with the browser's own reader where it has one, with a small decoder elsewhere. */
import { decodeQR } from 'qr/decode.js'

export type ReadPicture = { readonly text: string } | { readonly problem: string }

/** Bytes; a screenshot of a whole screen is well below. */
const largest = 20 * 1024 * 1024
/** Pixels of the longer side that the decoder looks at. */
const longestSide = 1600

export async function readPicture(file: Blob): Promise<ReadPicture> {
  if (file.size > largest) return { problem: 'The picture is too large. Cut out the code and try again.' }
  try {
    const picture = await createImageBitmap(file)
    const text = await readFrame(picture)
    picture.close()
    return text === undefined ? { problem: 'There is no readable code in this picture.' } : { text }
  } catch {
    return { problem: 'This file is no picture that the browser can read.' }
  }
}

/** Undefined when no code is seen. */
export async function readFrame(source: HTMLVideoElement | ImageBitmap): Promise<string | undefined> {
  const [width, height] =
    source instanceof HTMLVideoElement
      ? [source.videoWidth, source.videoHeight]
      : [source.width, source.height]
  if (width === 0 || height === 0) return undefined
  const native = await readNatively(source)
  if (native !== undefined) return native
  const scale = Math.min(1, longestSide / Math.max(width, height))
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(width * scale)),
    Math.max(1, Math.round(height * scale)),
  )
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return undefined
  // A code may stand on nothing at all; without a ground its dark squares would have no light around them.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(source, 0, 0, canvas.width, canvas.height)
  try {
    return decodeQR(context.getImageData(0, 0, canvas.width, canvas.height))
  } catch {
    return undefined
  }
}

interface CodeReader {
  detect(source: ImageBitmapSource): Promise<readonly { readonly rawValue: string }[]>
}

/** Not in every browser, so TypeScript does not know it. */
async function readNatively(source: ImageBitmapSource): Promise<string | undefined> {
  const Reader: unknown = Reflect.get(globalThis, 'BarcodeDetector')
  if (typeof Reader !== 'function') return undefined
  try {
    const reader: CodeReader = Reflect.construct(Reader, [{ formats: ['qr_code'] }])
    return (await reader.detect(source))[0]?.rawValue
  } catch {
    return undefined
  }
}
