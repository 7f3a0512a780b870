/** Makes the frame when a way into it is seen: it takes a moment to come up, and whoever looks may be about to need it. */
import type { Embedded } from '@latchkey/core/screen'
import { useEffect } from 'react'
import { useConsent } from '../useConsent.js'

/** Asked twice, it is made once; before the terms are accepted it is not made at all. */
export function useWarmFrame(wallet: Embedded | undefined): void {
  const { hasConsent } = useConsent()
  useEffect(() => {
    if (hasConsent) void wallet?.warm()
  }, [wallet, hasConsent])
}
