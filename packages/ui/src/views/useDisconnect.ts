/** Leaves wallets from a view: busy while it lasts, and a message if a wallet would not let go. */
import type { DisconnectInput } from '@latchkey/core'
import { showToast } from '@latchkey/core/screen'
import { useState } from 'react'
import { useKitContext } from '../context.js'

export function useDisconnect() {
  const kit = useKitContext()
  const [isLeaving, setLeaving] = useState(false)
  const leave = async (input?: DisconnectInput) => {
    setLeaving(true)
    try {
      await kit.disconnect(input)
    } catch (cause) {
      kit.log.error('Disconnecting failed', cause)
      showToast(kit, { variant: 'error', text: cause instanceof Error ? cause.message : String(cause) })
    } finally {
      setLeaving(false)
    }
  }
  return { isLeaving, leave: (input?: DisconnectInput) => void leave(input) }
}
