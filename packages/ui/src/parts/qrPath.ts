/** A QR code as one path: every dark module a unit square, rows of them merged. */
import { encode } from 'uqr'

export interface QrPath {
  /** Modules along an edge, without the quiet zone. */
  readonly size: number
  readonly path: string
  /** Modules along an edge that are left free in the middle, for a logo. */
  readonly hole: number
}

/** A seventh of a code of level M may be lost. A hole of a fifth of the edge takes a twenty-fifth of it. */
const holeShare = 0.2

export function qrPath(text: string, { hasHole }: { readonly hasHole: boolean }): QrPath {
  const { size, data } = encode(text, { ecc: 'M', border: 0 })
  // Of the same parity as the code, so that it is in the middle.
  const wanted = Math.floor(size * holeShare)
  const hole = hasHole ? wanted - ((size - wanted) % 2) : 0
  const [from, to] = [(size - hole) / 2, (size + hole) / 2]
  const isFree = (x: number, y: number) => x >= from && x < to && y >= from && y < to
  const rows = data.map((row, y) =>
    rowPath(
      row.map((isDark, x) => isDark && !isFree(x, y)),
      y,
    ),
  )
  return { size, hole, path: rows.join('') }
}

function rowPath(row: readonly boolean[], y: number): string {
  let path = ''
  for (let x = 0; x < row.length; x += 1) {
    if (!row[x]) continue
    const start = x
    while (row[x + 1]) x += 1
    path += `M${start} ${y}h${x + 1 - start}v1h-${x + 1 - start}z`
  }
  return path
}
