/** One screen: its title takes the focus when it appears, so that a keyboard or a screen reader starts there. */
import { type ReactNode, useEffect, useRef } from 'react'
import { Icon } from './Icon.js'

export interface ScreenProps {
  readonly title: string
  /** Absent: there is nothing to go back to. */
  readonly onBack?: (() => void) | undefined
  readonly children: ReactNode
  /** Stays at the bottom of the screen. */
  readonly actions?: ReactNode
  /** A screen that only says who the person is needs no title to be seen. */
  readonly isTitleHidden?: boolean
  /** The question that is shown, for tests. */
  readonly askId?: number
}

export function Screen({ title, onBack, children, actions, isTitleHidden = false, askId }: ScreenProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [title])
  useEffect(() => {
    if (!onBack) return
    const listen = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onBack()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [onBack])
  return (
    <>
      {/* Scrolls, and may hold nothing that takes the focus: then the arrow keys need it themselves. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="screen" data-ask={askId} tabIndex={0} role="region" aria-label={title}>
        <div className={isTitleHidden ? 'unseen' : 'title'}>
          {onBack && (
            <button type="button" className="round" aria-label="Back" onClick={onBack}>
              <Icon name="back" />
            </button>
          )}
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
        </div>
        {children}
      </div>
      {actions && <div className="actions">{actions}</div>}
    </>
  )
}
