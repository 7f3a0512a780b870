/** Makes another account the one that signs, and says so. */
import { selectAccount } from '@latchkey/core'
import { showToast } from '@latchkey/core/screen'
import type { Address, Namespace } from '@latchkey/spec/caip'
import { useState } from 'react'
import { useKitContext } from '../context.js'
import { useAccountText } from './accountCopy.js'
import { useReason } from './reason.js'

interface WalletRef {
  readonly namespace: Namespace
  readonly connectorId: string
}

export function useSwitchAccount({ namespace, connectorId }: WalletRef) {
  const kit = useKitContext()
  const t = useAccountText()
  const reason = useReason()
  const [pending, setPending] = useState<Address>()
  const choose = async (address: Address) => {
    setPending(address)
    try {
      await kit.switchAccount({ address, namespace, connectorId })
      // Told only when it is so: what is shown is what signs (D-11).
      if (selectAccount(kit.store.get(), namespace)?.address !== address) return
      // An account of another namespace brings it to the front.
      if (kit.store.get().activeNamespace !== namespace) kit.open({ namespace })
      showToast(kit, { variant: 'success', text: t('profile.switched') })
    } catch (cause) {
      kit.log.info('The account was not switched', cause)
      showToast(kit, { variant: 'error', text: reason(cause) ?? t('profile.switch-failed') })
    } finally {
      setPending(undefined)
    }
  }
  return { pending, choose: (address: Address) => void choose(address) }
}
