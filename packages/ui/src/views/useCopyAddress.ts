/** Puts an address on the clipboard, and says whether it got there. */
import { showToast } from '@latchkey/core/screen'
import { useKitContext } from '../context.js'
import { useText } from '../copy/useText.js'

export function useCopyAddress(): (address: string) => void {
  const kit = useKitContext()
  const t = useText()
  const copy = async (address: string) => {
    try {
      // Absent on pages without https, refused where the frame may not write: both are told.
      await navigator.clipboard.writeText(address)
      showToast(kit, { variant: 'success', text: t('account.copied') })
    } catch (cause) {
      kit.log.warn('The address could not be copied', cause)
      showToast(kit, { variant: 'error', text: t('account.copy-failed') })
    }
  }
  return (address) => void copy(address)
}
