/** Puts an address on the clipboard. */
import { useAccountText } from './accountCopy.js'
import { useCopy } from './useCopy.js'

export function useCopyAddress(): (address: string) => void {
  const t = useAccountText()
  const copy = useCopy()
  return (address) => copy(address, t('account.copied'))
}
