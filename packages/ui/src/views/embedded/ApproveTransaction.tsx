/**
 * The frame of the embedded wallet, on screen: it says what is asked and takes the answer (D-30). The frame itself never
 * moves, for that would load it anew; it is a child of our element and shown through the slot that stands here.
 */
import type { Embedded, EmbeddedState } from '@latchkey/core/screen'
import { useCallback } from 'react'
import { useWords } from '../../copy/useWords.js'
import { ActionButton } from '../../parts/ActionButton.js'
import { Notice } from '../../parts/Notice.js'
import { RowSkeletons } from '../../parts/Row.js'
import { wear } from '../../theme/wear.js'
import { copy } from './copy.js'
import styles, { css } from './embedded.sheet.css'
import { WithEmbedded } from './WithEmbedded.js'

const worn = wear(css)

export function View() {
  return <WithEmbedded>{(wallet, state) => <Approval wallet={wallet} state={state} />}</WithEmbedded>
}

interface ApprovalProps {
  readonly wallet: Embedded
  readonly state: EmbeddedState
}

function Approval({ wallet, state: { frame, isFrameShown, frameHeight } }: ApprovalProps) {
  const t = useWords(copy)
  // S2-08: the close button is no way out of this view, and a frame that shows nothing has none of its own.
  const cancel = <ActionButton onPress={() => wallet.abandon()}>{t('approve.cancel')}</ActionButton>
  if (frame === 'failed')
    return (
      <Notice icon="unplugged" tone="bad" title={t('approve.failed')} detail={t('approve.failed-detail')}>
        {cancel}
      </Notice>
    )
  return (
    <div ref={worn} className={styles.approval}>
      {!isFrameShown && (
        <>
          <RowSkeletons count={3} label={t('approve.loading')} />
          <div className={styles.approvalCancel}>{cancel}</div>
        </>
      )}
      <FramePlace height={frameHeight} isShown={isFrameShown} />
    </div>
  )
}

interface FramePlaceProps {
  readonly height: number | undefined
  readonly isShown: boolean
}

/** As high as the frame wants to be, and always as wide as the card. */
function FramePlace({ height, isShown }: FramePlaceProps) {
  const measure = useCallback(
    // By property: a style attribute is refused under a strict policy (D-22).
    (element: HTMLDivElement | null) =>
      element?.style.setProperty('--frame-height', height === undefined ? null : `${height}px`),
    [height],
  )
  return (
    <div ref={measure} className={styles.frame} data-shown={isShown || undefined}>
      <slot name="frame" />
    </div>
  )
}
