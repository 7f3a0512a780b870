/** Signing in with a service: its window is opened by the press itself, while the browser still allows it. */
import { type Embedded, embedded, startFeature } from '@latchkey/core/screen'
import type { SocialProvider } from '@latchkey/spec/options'
import { useCallback } from 'react'
import { useKitContext } from '../../context.js'
import { useFeature } from '../../useFeature.js'
import { useWarmFrame } from './useWarmFrame.js'

export function useSocialLogin(): (provider: SocialProvider) => void {
  const kit = useKitContext()
  const { handle } = useFeature(embedded)
  useWarmFrame(handle)
  return useCallback(
    (provider: SocialProvider) => {
      if (handle) return begin(handle, provider)
      // Too early for a window. It asks for a second press, on the screen that comes.
      startFeature(kit, embedded)
        .then((late) => late && begin(late, provider))
        .catch((cause: unknown) => kit.log.error('Signing in could not be started', cause))
    },
    [kit, handle],
  )
}

function begin(wallet: Embedded, provider: SocialProvider): void {
  void (provider === 'farcaster' ? wallet.connectFarcaster() : wallet.connectSocial(provider))
}
