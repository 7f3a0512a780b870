/** Reads how large a picture claims to be from its first bytes, before anything decodes it. */

export interface BitmapSize {
  readonly width: number
  readonly height: number
}

/** `undefined` where the bytes are no PNG, GIF, JPEG or WebP, or end too early to tell. */
export function bitmapSize(bytes: Uint8Array): BitmapSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    if (view.getUint32(0) === 0x89504e47) return { width: view.getUint32(16), height: view.getUint32(20) }
    if (view.getUint32(0) === 0x47494638)
      return { width: view.getUint16(6, true), height: view.getUint16(8, true) }
    if (view.getUint16(0) === 0xffd8) return jpegSize(view)
    if (view.getUint32(0) === 0x52494646 && view.getUint32(8) === 0x57454250) return webpSize(view)
  } catch {
    // Cut off before its size.
  }
  return undefined
}

/** Walks the segments of a JPEG to the one that starts a frame. */
function jpegSize(view: DataView): BitmapSize | undefined {
  for (let at = 2; ; at += 2 + view.getUint16(at + 2)) {
    if (view.getUint8(at) !== 0xff) return undefined
    const marker = view.getUint8(at + 1)
    const startsFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (startsFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
  }
}

function webpSize(view: DataView): BitmapSize | undefined {
  const kind = view.getUint32(12)
  if (kind === 0x56503820) {
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
  }
  if (kind === 0x5650384c) {
    const packed = view.getUint32(21, true)
    return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 }
  }
  if (kind === 0x56503858) {
    const edge = (at: number) => (view.getUint16(at, true) | (view.getUint8(at + 2) << 16)) + 1
    return { width: edge(24), height: edge(27) }
  }
  return undefined
}
