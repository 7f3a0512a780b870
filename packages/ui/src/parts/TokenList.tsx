/** Tokens to choose from: a search, and a list that stays light and takes the arrow keys however long it is. */
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { wear } from '../theme/wear.js'
import partStyles from './parts.sheet.css'
import { SearchField } from './SearchField.js'
import { searchTokens } from './searchTokens.js'
import { type TokenItem, TokenRow } from './TokenRow.js'
import styles, { css } from './token.sheet.css'
import { type CellProps, VirtualGrid } from './VirtualGrid.js'

interface TokenListProps<Item extends TokenItem> {
  readonly label: string
  readonly searchLabel: string
  readonly tokens: readonly Item[]
  readonly home?: string | undefined
  /** The id of the one in use. */
  readonly current?: string | undefined
  /** The old ones stay until the new ones are there. */
  readonly isBusy?: boolean
  /** Read when the answer to a search has come. */
  found(count: number): string
  /** In place of the list where nothing fits. */
  none(search: string): ReactNode
  /** Where the list is searched elsewhere, what was typed; `tokens` are then its answer. */
  readonly search?: { readonly text: string; onChange(text: string): void } | undefined
  /** Why a token cannot be chosen; drawn in place of its quantity. */
  refusal?(token: Item): string | undefined
  onChoose(token: Item): void
}

const worn = wear(css)

const rowHeight = 64
const tallest = 6.25 * rowHeight
/** One column, however wide the modal. */
const wholeWidth = 10_000

export function TokenList<Item extends TokenItem>(props: TokenListProps<Item>) {
  const { label, searchLabel, tokens, home, current, isBusy = false, refusal } = props
  const [typed, setTyped] = useState('')
  const box = useRef<HTMLDivElement>(null)
  const { text, onChange } = props.search ?? { text: typed, onChange: setTyped }
  const shown = props.search ? tokens : searchTokens(tokens, text)

  const toList = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    box.current?.querySelector<HTMLElement>('[role="grid"] button[tabindex="0"]')?.focus()
  }

  const drawCell = ({ index, tabIndex }: CellProps) => {
    const token = shown[index]
    if (!token) return null
    const reason = refusal?.(token)
    return (
      <TokenRow
        token={token}
        home={home}
        tabIndex={tabIndex}
        isCurrent={token.id === current}
        isDisabled={reason !== undefined}
        hint={reason}
        onPress={() => props.onChoose(token)}
      />
    )
  }

  return (
    <div ref={worn} className={styles.list}>
      <div ref={box} className={styles.body}>
        {/* The field is the control; the box around it only listens for the way down into the list. */}
        <div role="presentation" onKeyDown={toList}>
          <SearchField label={searchLabel} value={text} onChange={onChange} />
        </div>
        <div role="status" className={partStyles.hiddenText}>
          {!isBusy && props.found(shown.length)}
        </div>
        {shown.length > 0 ? (
          <VirtualGrid
            // Another search starts at its top.
            key={text}
            label={label}
            count={shown.length}
            rowHeight={rowHeight}
            minCellWidth={wholeWidth}
            height={Math.min(shown.length * rowHeight + 8, tallest)}
            isBusy={isBusy}
            cell={drawCell}
          />
        ) : (
          props.none(text)
        )}
      </div>
    </div>
  )
}
