/** The way out of every wallet at once. */

import { ActionButton } from '../parts/ActionButton.js'
import { useAccountText } from './accountCopy.js'
import { useDisconnect } from './useDisconnect.js'

export function DisconnectButton({ text }: { readonly text?: string }) {
  const t = useAccountText()
  const { isLeaving, leave } = useDisconnect()
  return (
    <ActionButton look="bad" icon="exit" isBusy={isLeaving} onPress={() => leave()}>
      {isLeaving ? t('account.disconnecting') : (text ?? t('account.disconnect'))}
    </ActionButton>
  )
}
