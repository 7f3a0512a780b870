/** Reads a QR code from what is on the screen, as a camera would. */
import type { Locator } from 'playwright-core'
import readCodeFrom from 'qr/decode.js'
import { until } from './until.js'

interface Pixels {
  readonly width: number
  readonly height: number
  readonly data: readonly number[]
}

/** Tries until it can: a code that still slides into its place lies between the pixels. */
export function readCode(code: Locator): Promise<string> {
  return until(() => tryToRead(code), { what: 'the code can be read' })
}

async function tryToRead(code: Locator): Promise<string> {
  const png = (await code.screenshot()).toString('base64')
  // Another page unpacks the picture: the policy of the one under test would not let it.
  const page = await code.page().context().newPage()
  const { width, height, data } = await page.evaluate(async (picture): Promise<Pixels> => {
    const bytes = Uint8Array.from(atob(picture), (letter) => letter.codePointAt(0) ?? 0)
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
    const context = canvas.getContext('2d')
    if (!context) throw new Error('no canvas')
    context.drawImage(bitmap, 0, 0)
    const pixels = context.getImageData(0, 0, bitmap.width, bitmap.height)
    return { width: bitmap.width, height: bitmap.height, data: [...pixels.data] }
  }, png)
  await page.close()
  return readCodeFrom({ width, height, data: Uint8ClampedArray.from(data) })
}
