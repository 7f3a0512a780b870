/** Which rows of a grid are in sight, and where an arrow key leads. Pure, so that it can be tested without a screen. */

export interface Window {
  readonly columns: number
  readonly rows: number
  /** In sight, with a little more on both sides. */
  readonly firstRow: number
  readonly lastRow: number
  /** How many whole rows fit. */
  readonly pageRows: number
}

interface WindowInput {
  readonly count: number
  readonly rowHeight: number
  readonly minCellWidth: number
  readonly top: number
  /** 0 before it was measured. */
  readonly width: number
  readonly height: number
}

/** Rows drawn beyond the edge, so that a fast finger sees no gap. */
const beyond = 2
/** As the style sheet says, for the moment before it is measured. */
const unmeasured = { width: 320, height: 400 }

export function windowOf({ count, rowHeight, minCellWidth, top, width, height }: WindowInput): Window {
  const wide = width || unmeasured.width
  const high = height || unmeasured.height
  const columns = Math.max(Math.floor(wide / minCellWidth), 1)
  const rows = Math.ceil(count / columns)
  return {
    columns,
    rows,
    firstRow: Math.max(Math.floor(top / rowHeight) - beyond, 0),
    lastRow: Math.max(Math.min(Math.ceil((top + high) / rowHeight) + beyond, rows) - 1, 0),
    pageRows: Math.max(Math.floor(high / rowHeight), 1),
  }
}

interface TargetInput extends Pick<Window, 'columns' | 'pageRows'> {
  readonly active: number
  readonly count: number
  readonly isRightToLeft: boolean
}

/** `undefined` for a key that moves nothing here. An arrow at the edge stays where it is. */
export function gridTarget(
  { key, ctrlKey, metaKey, altKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>,
  { columns, pageRows, active, count, isRightToLeft }: TargetInput,
): number | undefined {
  if (altKey || metaKey || count === 0) return undefined
  const lastIndex = count - 1
  const rowStart = active - (active % columns)
  const onward = isRightToLeft ? -1 : 1
  const within = (index: number) => (index < 0 || index > lastIndex ? active : index)
  switch (key) {
    case 'ArrowRight':
      return within(active + onward)
    case 'ArrowLeft':
      return within(active - onward)
    case 'ArrowDown':
      // From the last whole row into the rest below it, even if that is shorter.
      return active + columns > lastIndex && rowStart + columns <= lastIndex
        ? lastIndex
        : within(active + columns)
    case 'ArrowUp':
      return within(active - columns)
    case 'PageDown':
      return Math.min(active + columns * pageRows, lastIndex)
    case 'PageUp':
      return Math.max(active - columns * pageRows, active % columns)
    case 'Home':
      return ctrlKey ? 0 : rowStart
    case 'End':
      return ctrlKey ? lastIndex : Math.min(rowStart + columns - 1, lastIndex)
    default:
      return undefined
  }
}
