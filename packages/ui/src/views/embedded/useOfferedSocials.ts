/** The sign-in services of this page, in the app's order. */
import { embedded } from '@latchkey/core/screen'
import type { SocialProvider } from '@latchkey/spec/options'
import { useMemo } from 'react'
import { useKitContext } from '../../context.js'
import { usePlatform } from '../usePlatform.js'
import { offeredSocials } from './offeredSocials.js'

export function useOfferedSocials(): readonly SocialProvider[] {
  const kit = useKitContext()
  const platform = usePlatform()
  return useMemo(
    () => (embedded.isEnabled(kit) ? offeredSocials(kit.options.features, platform) : []),
    [kit, platform],
  )
}
