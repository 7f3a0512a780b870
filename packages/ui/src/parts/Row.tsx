/** One line of a list: picture, name, a word about it. */
import type { ReactNode } from 'react'
import { Icon } from './Icon.js'
import type { IconName } from './icons.js'
import styles from './parts.sheet.css'

interface RowProps {
  readonly picture: ReactNode
  readonly name: string
  readonly hint?: string | undefined
  readonly tag?: ReactNode
  /** What stands at the end; an arrow unless told otherwise, nothing for `null`. */
  readonly end?: ReactNode
  readonly tone?: 'plain' | 'bad'
  readonly isBusy?: boolean
  readonly isCurrent?: boolean
  readonly isDisabled?: boolean
  /** The pointer or the focus came: a press may follow. */
  onIntent?(): void
  onPress(): void
}

export function Row(props: RowProps) {
  const {
    picture,
    name,
    hint,
    tag,
    end = <Arrow />,
    tone = 'plain',
    isBusy,
    isCurrent,
    isDisabled,
    onIntent,
    onPress,
  } = props
  return (
    <button
      type="button"
      className={styles.row}
      part="row"
      data-tone={tone}
      aria-current={isCurrent || undefined}
      aria-busy={isBusy || undefined}
      disabled={isDisabled}
      onPointerEnter={onIntent}
      onFocus={onIntent}
      onClick={onPress}
    >
      {picture}
      <span className={styles.rowText}>
        <span className={styles.rowName} part="row-name">
          {name}
        </span>
        {hint && <span className={styles.rowHint}>{hint}</span>}
      </span>
      {tag}
      {isBusy ? <span className={styles.spinner} aria-hidden="true" /> : end}
    </button>
  )
}

/** In place of a picture. */
export function RowIcon({
  name,
  look = 'plain',
}: {
  readonly name: IconName
  readonly look?: 'plain' | 'square' | 'accent'
}) {
  return (
    <span className={styles.rowIcon} data-look={look}>
      <Icon name={name} size={18} />
    </span>
  )
}

function Arrow() {
  return (
    <span className={styles.rowArrow}>
      <Icon name="chevron" size={16} />
    </span>
  )
}

export function Tag({ tone = 'plain', children }: { tone?: 'plain' | 'good' | 'accent'; children: string }) {
  return (
    <span className={styles.tag} part="tag" data-tone={tone}>
      {children}
    </span>
  )
}

/** Rows on their way, as high as real ones, so that nothing jumps when they come. */
export function RowSkeletons({ count, label }: { count: number; label: string }) {
  return (
    <div className={styles.skeletons} role="status" aria-label={label}>
      {Array.from({ length: count }, (_, index) => (
        <RowSkeleton key={index} />
      ))}
    </div>
  )
}

/** In pixels where what comes is not as high as a row. */
export function RowSkeleton({ height }: { readonly height?: number }) {
  return (
    <div className={styles.skeletonRow} style={{ height }}>
      <span />
      <span />
    </div>
  )
}
