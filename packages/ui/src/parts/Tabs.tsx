/** One of a few, chosen by a press or by the arrow keys; what belongs to it is drawn below. */
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { wear } from '../theme/wear.js'
import { Icon } from './Icon.js'
import type { IconName } from './icons.js'
import styles, { css } from './tabs.sheet.css'

export interface Tab<id extends string> {
  readonly id: id
  readonly text: string
  readonly icon?: IconName
}

interface TabsProps<id extends string> {
  /** What is chosen between; read, not seen. */
  readonly label: string
  readonly tabs: readonly Tab<id>[]
  readonly chosen: id
  onChoose(id: id): void
  readonly children: ReactNode
}

const worn = wear(css)

const mostWithIcons = 3

/** A single tab is no choice, and is not drawn. */
export function Tabs<id extends string>({ label, tabs, chosen, onChoose, children }: TabsProps<id>) {
  const prefix = useId()
  const list = useRef<HTMLDivElement>(null)
  if (tabs.length < 2) return children

  const onKeyDown = (event: KeyboardEvent) => {
    const next = target(
      event,
      tabs.findIndex(({ id }) => id === chosen),
      tabs.length,
    )
    const tab = next === undefined ? undefined : tabs[next]
    if (next === undefined || !tab) return
    event.preventDefault()
    onChoose(tab.id)
    list.current?.querySelectorAll('button')[next]?.focus()
  }

  return (
    <>
      <div ref={worn} className={styles.tabs}>
        <div
          ref={list}
          role="tablist"
          aria-label={label}
          className={styles.list}
          part="tabs"
          tabIndex={-1}
          onKeyDown={onKeyDown}
        >
          {tabs.map(({ id, text, icon }) => (
            <button
              key={id}
              type="button"
              role="tab"
              id={`${prefix}-${id}`}
              className={styles.tab}
              part={id === chosen ? 'tab tab-chosen' : 'tab'}
              aria-selected={id === chosen}
              aria-controls={id === chosen ? `${prefix}-panel` : undefined}
              // One stop for Tab; the arrows do the rest.
              tabIndex={id === chosen ? 0 : -1}
              onClick={() => onChoose(id)}
            >
              {/* Where there are many, the words need the room. */}
              {icon && tabs.length <= mostWithIcons && <Icon name={icon} size={16} />}
              {text}
            </button>
          ))}
        </div>
      </div>
      <div role="tabpanel" id={`${prefix}-panel`} aria-labelledby={`${prefix}-${chosen}`}>
        {children}
      </div>
    </>
  )
}

function target({ key, currentTarget }: KeyboardEvent, from: number, count: number): number | undefined {
  const isRightToLeft = getComputedStyle(currentTarget).direction === 'rtl'
  const step = isRightToLeft ? -1 : 1
  if (key === 'ArrowRight') return (from + step + count) % count
  if (key === 'ArrowLeft') return (from - step + count) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}
