/** Back or help, the title, close. */
import { back, push } from '@latchkey/core/screen'
import { modalLimits } from '@latchkey/spec/limits'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import { useKitContext, useSelect } from '../context.js'
import { useText } from '../copy/useText.js'
import { IconButton } from '../parts/IconButton.js'
import { titleId } from './dialog.js'
import { animate } from './motion.js'
import styles from './shell.sheet.css'
import type { ShownView } from './useShownView.js'

interface HeaderProps {
  readonly shown: ShownView | undefined
  readonly titleRef: RefObject<HTMLHeadingElement | null>
}

export function Header({ shown, titleRef }: HeaderProps) {
  const kit = useKitContext()
  const t = useText()
  const title = useSelect((state) => {
    if (!shown) return ''
    // The dialog is named by its title, so there always is one.
    return shown.view?.title({ t, state, data: shown.route.data ?? {} }) ?? t('shell.not-built')
  })
  useTextChange(titleRef, title)
  const { enableEmbedded, enableWalletGuide } = kit.options
  const hasGuide = shown?.view?.offersGuide && enableWalletGuide
  return (
    <div className={styles.header} part="header">
      <span className={styles.corner}>
        {shown && shown.depth > 1 && !shown.view?.hidesBack ? (
          <IconButton icon="back" label={t('shell.back')} onPress={() => back(kit)} />
        ) : (
          hasGuide && (
            <IconButton
              icon="help"
              label={t('shell.help')}
              onPress={() => {
                kit.events.emit('CLICK_WALLET_HELP', {})
                push(kit, { view: 'WhatIsAWallet' })
              }}
            />
          )
        )}
      </span>
      <h2 id={titleId} ref={titleRef} className={styles.title} part="title" tabIndex={-1}>
        {title}
      </h2>
      <span className={styles.corner}>
        {!enableEmbedded && (
          <IconButton
            icon="close"
            label={t('shell.close')}
            onPress={() => kit.close({ reason: 'close-button' })}
          />
        )}
      </span>
    </div>
  )
}

/** S9-06: a new title comes in over 120 ms. */
function useTextChange(element: RefObject<HTMLElement | null>, text: string): void {
  const before = useRef(text)
  useLayoutEffect(() => {
    if (before.current !== '' && before.current !== text && element.current) {
      const frames = [{ opacity: 0, transform: 'translateY(4px)' }, {}]
      void animate(element.current, frames, modalLimits.headerText)
    }
    before.current = text
  }, [element, text])
}
