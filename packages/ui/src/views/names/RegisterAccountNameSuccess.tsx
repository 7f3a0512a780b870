/** The name is registered. */
import { selectAccount } from '@latchkey/core'
import { useKitContext, useSelect } from '../../context.js'
import { useWords } from '../../copy/useWords.js'
import { ActionButton } from '../../parts/ActionButton.js'
import { Avatar } from '../../parts/Avatar.js'
import { wear } from '../../theme/wear.js'
import { AskingScreen } from '../AskingScreen.js'
import { useCopy } from '../useCopy.js'
import type { ViewProps } from '../view.js'
import { copy } from './copy.js'
import styles, { css } from './names.sheet.css'

const worn = wear(css)

export function View({ data: { name = '' } }: ViewProps) {
  const kit = useKitContext()
  const t = useWords(copy)
  const put = useCopy()
  const address = useSelect(selectAccount)?.address ?? ''
  return (
    <AskingScreen
      tone="done"
      picture={<Avatar address={address} size={80} />}
      title={t('names.done')}
      detail={t('names.done-detail')}
      control={
        <div ref={worn} className={styles.buttons}>
          <ActionButton look="accent" onPress={() => kit.open({ view: 'Account' })}>
            {t('names.finish')}
          </ActionButton>
          <ActionButton icon="copy" onPress={() => put(name, t('names.copied'))}>
            {t('names.copy')}
          </ActionButton>
        </div>
      }
    />
  )
}
