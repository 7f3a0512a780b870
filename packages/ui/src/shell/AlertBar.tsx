/** Tells the developer of the page, or the person, that something has to be put right; stays until it is dismissed. */
import { dismissAlert } from '@latchkey/core/screen'
import { useKitContext, useSelect } from '../context.js'
import { useText } from '../copy/useText.js'
import { useRetell } from '../copy/wording.js'
import { Icon } from '../parts/Icon.js'
import { IconButton } from '../parts/IconButton.js'
import { selectAlert } from '../select.js'
import styles from './shell.sheet.css'

export function AlertBar() {
  const kit = useKitContext()
  const t = useText()
  const retell = useRetell()
  const { isOpen, title, text } = useSelect(selectAlert)
  return (
    <div role="alert">
      {isOpen && (
        <div className={styles.alert} part="alert">
          <Icon name="alert" />
          <p>
            <strong>{retell(title)}</strong>
            {retell(text)}
          </p>
          <IconButton icon="close" label={t('shell.dismiss')} onPress={() => dismissAlert(kit)} />
        </div>
      )}
    </div>
  )
}
