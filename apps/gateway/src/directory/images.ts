/** Pictures of the directory by their content, found under the ids that clients use. Read from disk when first asked for. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, parse } from 'node:path'
import { imageType } from '../nfts/imageType.js'

const types = { webp: 'image/webp', png: 'image/png', svg: 'image/svg+xml' } as const
type ImageType = (typeof types)[keyof typeof types]

export interface Image {
  /** The hash of its content: the same id is the same picture for ever. */
  readonly id: string
  readonly type: ImageType
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** Bytes of one picture that an operator adds. */
const mostBytes = 256 * 1024

/** Takes the bytes of a picture; throws where they are none that is served. What it is, its first bytes say. */
export function imageFrom(bytes: Buffer<ArrayBuffer>): Image {
  if (bytes.byteLength > mostBytes) throw new TypeError(`has more than ${mostBytes} bytes`)
  const type = typeOf(bytes)
  if (!type) throw new TypeError('is neither SVG nor PNG nor WebP')
  return { id: createHash('sha256').update(bytes).digest('hex').slice(0, 40), type, bytes }
}

/** The kinds that every browser shows, of those that are known by their bytes. */
function typeOf(bytes: Buffer): ImageType | undefined {
  const found = imageType(bytes)
  return Object.values(types).find((type) => type === found)
}

export interface Images {
  get(id: string): Image | undefined
  ids(): readonly string[]
}

/** The files of a folder, each named by its content, and those that an operator brought along. */
export function createImages(folder: string, added: readonly Image[]): Images {
  const paths = new Map(
    readdirSync(folder).flatMap((file) => {
      const { name, ext } = parse(file)
      const type = types[ext.slice(1) as keyof typeof types] as ImageType | undefined // other endings are no pictures
      return type ? [[name, { path: join(folder, file), type }] as const] : []
    }),
  )
  const open = new Map(added.map((image) => [image.id, image]))
  return {
    ids: () => [...new Set([...paths.keys(), ...open.keys()])],
    get(id) {
      const known = open.get(id)
      if (known) return known
      const file = paths.get(id)
      if (!file) return undefined
      const image = { id, type: file.type, bytes: readFileSync(file.path) }
      open.set(id, image)
      return image
    },
  }
}
