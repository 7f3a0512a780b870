/** A grid that draws only what is in sight: the DOM stays as small for five hundred cells as for fifty. */
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { wear } from '../theme/wear.js'
import styles, { css } from './grid.sheet.css'
import { gridTarget, type Window, windowOf } from './gridWindow.js'

export interface CellProps {
  readonly index: number
  /** The one stop for Tab; the arrows lead to the others. */
  readonly tabIndex: 0 | -1
}

interface VirtualGridProps {
  readonly label: string
  readonly count: number
  /** Of a cell, in CSS pixels. */
  readonly rowHeight: number
  readonly minCellWidth: number
  /** Of the whole grid; as the style sheet says where absent. */
  readonly height?: number | undefined
  /** The old cells stay until the new ones are there. */
  readonly isBusy?: boolean
  /** The control of a cell; it takes the `tabIndex`. */
  cell(props: CellProps): ReactNode
  /** Called with the first and the last index in sight whenever they change. */
  onSight?(first: number, last: number): void
}

const worn = wear(css)

export function VirtualGrid(props: VirtualGridProps) {
  const { label, count, rowHeight, minCellWidth, height, isBusy = false, cell, onSight } = props
  const box = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState({ top: 0, width: 0, height: 0 })
  const [wanted, setWanted] = useState(0)
  const active = Math.min(wanted, Math.max(count - 1, 0))
  const window: Window = windowOf({ ...place, count, rowHeight, minCellWidth })
  const { columns, rows, firstRow, lastRow } = window

  useLayoutEffect(() => {
    const { current } = box
    if (!current) return
    const look = () =>
      setPlace({ top: current.scrollTop, width: current.clientWidth, height: current.clientHeight })
    look()
    current.addEventListener('scroll', look, { passive: true })
    const observer = new ResizeObserver(look)
    observer.observe(current)
    return () => {
      current.removeEventListener('scroll', look)
      observer.disconnect()
    }
  }, [])

  const sight = useRef(onSight)
  sight.current = onSight
  const first = firstRow * columns
  const last = Math.min((lastRow + 1) * columns, count) - 1
  useEffect(() => {
    if (last >= first) sight.current?.(first, last)
  }, [first, last])

  // Focus follows the arrows once the cell is drawn.
  const follows = useRef(false)
  useLayoutEffect(() => {
    if (!follows.current) return
    follows.current = false
    box.current?.querySelector<HTMLElement>(`[data-cell="${active}"] button`)?.focus({ preventScroll: true })
  }, [active])

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const { current } = box
    const isRightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl'
    const next = gridTarget(event, { ...window, active, count, isRightToLeft })
    if (next === undefined || !current) return
    event.preventDefault()
    follows.current = next !== active
    setWanted(next)
    const top = Math.floor(next / columns) * rowHeight
    const bottom = top + rowHeight
    if (top < current.scrollTop) current.scrollTop = top
    else if (bottom > current.scrollTop + current.clientHeight)
      current.scrollTop = bottom - current.clientHeight
  }

  // The row of the active cell stays drawn wherever one scrolls: it may have the focus, and it is the way in by Tab.
  const drawn = new Set([Math.floor(active / columns)])
  for (let row = firstRow; row <= lastRow; row += 1) drawn.add(row)
  return (
    <div ref={worn} className={styles.frame}>
      <div
        ref={box}
        role="grid"
        className={styles.grid}
        style={{ height }}
        aria-label={label}
        aria-rowcount={rows}
        aria-colcount={columns}
        aria-busy={isBusy || undefined}
        // Its cells are the stops; the grid itself is not one.
        tabIndex={-1}
        onKeyDown={onKeyDown}
      >
        <div role="presentation" className={styles.sheet} style={{ height: rows * rowHeight }}>
          {[...drawn]
            .filter((row) => row < rows)
            .sort((a, b) => a - b)
            .map((row) => (
              <div
                key={row}
                role="row"
                aria-rowindex={row + 1}
                className={styles.row}
                style={{
                  height: rowHeight,
                  transform: `translateY(${row * rowHeight}px)`,
                  gridTemplateColumns: `repeat(${columns}, 1fr)`,
                }}
              >
                {Array.from({ length: Math.min(columns, count - row * columns) }, (_, column) => {
                  const index = row * columns + column
                  return (
                    <div
                      key={index}
                      role="gridcell"
                      aria-colindex={column + 1}
                      data-cell={index}
                      onFocus={() => setWanted(index)}
                    >
                      {cell({ index, tabIndex: index === active ? 0 : -1 })}
                    </div>
                  )
                })}
              </div>
            ))}
        </div>
      </div>
    </div>
  )
}
