/** Which ways to connect are shown, in which order (S2-12 to S2-17). */
import { type ConnectMethod, connectMethods, type SocialProvider } from './options.js'

/** S2-14: configuration first, then what is installed, then the default. */
export function connectMethodsOrder(state: {
  readonly configured?: readonly ConnectMethod[] | undefined
  /** An injected or announced wallet is on the list. */
  readonly showsInstalledWallet: boolean
}): readonly ConnectMethod[] {
  if (state.configured) return state.configured
  return state.showsInstalledWallet ? ['wallet', 'email', 'social'] : connectMethods
}

export type TelegramPlatform = 'ios' | 'macos' | 'android'

/** S2-13: providers whose pages refuse to open in that Telegram client. */
export const telegramHiddenSocials = {
  ios: ['google'],
  macos: ['x'],
  android: ['facebook', 'x'],
} as const satisfies Record<TelegramPlatform, readonly SocialProvider[]>

export function telegramSocials(
  platform: TelegramPlatform,
  socials: readonly SocialProvider[],
): readonly SocialProvider[] {
  const hidden: readonly SocialProvider[] = telegramHiddenSocials[platform]
  return socials.filter((social) => !hidden.includes(social))
}

/** S2-12 */
export const telegramResultParameter = 'result_uri'

/** S2-12: reads the Telegram result and gives the address without it; undefined when there is none. */
export function takeTelegramResult(
  url: string,
): { readonly result: string; readonly url: string } | undefined {
  const [beforeHash = '', ...hash] = url.split('#')
  const [path = '', ...query] = beforeHash.split('?')
  const parameters = query.join('?').split('&').filter(Boolean)
  const isResult = (parameter: string) => parameter.split('=', 1)[0] === telegramResultParameter
  const found = parameters.find(isResult)
  if (found === undefined) return undefined
  const result = decode(found.slice(telegramResultParameter.length + 1))
  if (result === undefined) return undefined
  const rest = parameters.filter((parameter) => !isResult(parameter)).join('&')
  return {
    result,
    url: path + (rest === '' ? '' : `?${rest}`) + hash.map((part) => `#${part}`).join(''),
  }
}

/** Forms write a space as `+`; a broken escape is no result at all. */
function decode(value: string): string | undefined {
  try {
    return decodeURIComponent(value.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}

/** S2-15: the nameless "browser wallet" entry is drawn only where something answers behind it. */
export function hidesInjectedWallet(state: {
  readonly isMobile: boolean
  readonly hasProvider: boolean
  /** The wallet said who it is: an rdns or a directory id. */
  readonly hasIdentifier: boolean
  readonly hasInstalledWallet: boolean
}): boolean {
  return state.isMobile ? !state.hasIdentifier && !state.hasInstalledWallet : !state.hasProvider
}

/** S2-16: by rdns, or by name whatever its case. */
export function isExcludedWallet(
  wallet: { readonly name?: string | undefined; readonly rdns?: string | undefined },
  excluded: readonly { readonly name?: string | undefined; readonly rdns?: string | undefined }[],
): boolean {
  const name = wallet.name?.toLowerCase()
  return excluded.some(
    (entry) =>
      (entry.rdns !== undefined && entry.rdns === wallet.rdns) ||
      (name !== undefined && entry.name?.toLowerCase() === name),
  )
}

/** S2-17 */
export function walletSearchText(typed: string): string {
  return typed.trim()
}
