/** Puts a text on the clipboard, and says whether it got there. */
import { showToast } from '@latchkey/core/screen'
import { useKitContext } from '../context.js'
import { useText } from '../copy/useText.js'

export function useCopy(): (text: string, copied: string) => void {
  const kit = useKitContext()
  const t = useText()
  const copy = async (text: string, copied: string) => {
    try {
      // Absent on pages without https, refused where the frame may not write: both are told.
      await navigator.clipboard.writeText(text)
      showToast(kit, { variant: 'success', text: copied })
    } catch (cause) {
      kit.log.warn('Nothing could be copied', cause)
      showToast(kit, { variant: 'error', text: t('account.copy-failed') })
    }
  }
  return (text, copied) => void copy(text, copied)
}
