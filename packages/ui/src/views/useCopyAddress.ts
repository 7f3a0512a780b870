/** Puts an address on the clipboard. */
import { useText } from '../copy/useText.js'
import { useCopy } from './useCopy.js'

export function useCopyAddress(): (address: string) => void {
  const t = useText()
  const copy = useCopy()
  return (address) => copy(address, t('account.copied'))
}
