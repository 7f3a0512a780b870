/** Which sign-in services a page offers where it runs (S2-13). */
import { type Platform, telegramPlatform } from '@latchkey/core/screen'
import type { ResolvedFeatures, SocialProvider } from '@latchkey/spec/options'
import { telegramSocials } from '@latchkey/spec/views'

const none: readonly SocialProvider[] = []

export function offeredSocials(
  { socials }: Pick<ResolvedFeatures, 'socials'>,
  platform: Platform,
): readonly SocialProvider[] {
  const wanted = socials || none
  const telegram = telegramPlatform(platform)
  return telegram ? telegramSocials(telegram, wanted) : wanted
}
