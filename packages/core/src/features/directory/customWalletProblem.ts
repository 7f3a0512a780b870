/** What is wrong with a wallet that the app adds (S3-17): in words, for the one who writes the options. */
const stores = ['app_store', 'play_store', 'chrome_store', 'firefox_store', 'edge_store'] as const
const webFields = ['link_mode', 'webapp_link', 'homepage', ...stores] as const
const appFields = ['mobile_link', 'desktop_link'] as const

/** `field: what is expected`; `undefined` for one that is as it should be. */
export function customWalletProblem(wallet: unknown): string | undefined {
  if (!(wallet instanceof Object)) return ': an object is expected'
  const said = wallet as Readonly<Record<string, unknown>> // every field is looked at before it is used
  const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
  const wrong = (names: readonly string[], isFine: (text: string) => boolean) =>
    names.find((name) => {
      const value = said[name]
      return value !== undefined && !(isText(value) && isFine(value))
    })
  const unnamed = ['id', 'name'].find((name) => !isText(said[name]))
  if (unnamed) return `.${unnamed}: a text is expected`
  const page = wrong(webFields, isPage)
  if (page) return `.${page}: a web address is expected`
  const link = wrong(appFields, (text) => isPage(text) || isScheme(text))
  if (link) return `.${link}: the scheme of an app or a web address is expected`
  const browse = wrong(['browse_link'], (text) => text.includes('{url}') && (isPage(text) || isScheme(text)))
  if (browse) return `.${browse}: a link with {url} in it is expected`
  const { chains } = said
  const hasChains = chains === undefined || (Array.isArray(chains) && chains.every(isNetwork))
  return hasChains ? undefined : '.chains: ids of networks are expected, such as eip155:1'
}

/** CAIP-2, of any namespace that there is. */
const isNetwork = (id: unknown) => typeof id === 'string' && /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/.test(id)

/** Encrypted on its way, or on this machine. */
const isPage = (text: string) =>
  /^https:\/\/[^\s/]/i.test(text) || /^http:\/\/(?:[\w-]+\.)*localhost(?::\d+)?(?:\/|$)/i.test(text)

const isScheme = (text: string) =>
  /^[a-z][a-z\d+.-]*:\S*$/i.test(text) && !/^(?:https?|javascript|data|vbscript|file|blob|about):/i.test(text)
