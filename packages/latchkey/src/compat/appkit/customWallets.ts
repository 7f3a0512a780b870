/** Wallets that an AppKit app adds, as ours: the fields have the same names; what is empty or unknown is left out. */
import type { CustomWallet } from '@latchkey/spec/options'

/** A listing of AppKit's directory, of which an app gives what it knows. */
export type AppKitCustomWallet = Readonly<Record<string, unknown>> & {
  readonly id: string
  readonly name: string
}

const texts = [
  'id',
  'name',
  'image_url',
  'mobile_link',
  'link_mode',
  'desktop_link',
  'webapp_link',
  'app_store',
  'play_store',
  'chrome_store',
  'homepage',
  'rdns',
] as const satisfies readonly (keyof CustomWallet)[]

/** Ours without a counterpart there; an app on its way may have written them already. */
const own = ['browse_link', 'firefox_store', 'edge_store'] as const satisfies readonly (keyof CustomWallet)[]

export function toCustomWallets(
  wallets: readonly AppKitCustomWallet[],
  onLost: (name: string, why?: string) => void,
): readonly CustomWallet[] {
  const known: readonly string[] = [...texts, ...own, 'chains']
  const lost = new Set(
    wallets.flatMap((wallet) => Object.keys(wallet).filter((name) => !known.includes(name))),
  )
  for (const name of lost) onLost(`customWallets.${name}`)
  return wallets.map((wallet) => {
    const { chains } = wallet
    const said = [...texts, ...own].flatMap((name) => {
      const value = wallet[name]
      return typeof value === 'string' && value !== '' ? [[name, value] as const] : []
    })
    const listed = Array.isArray(chains) && chains.length > 0 ? { chains } : {}
    // Its id and its name are texts, as the type says; the options are checked once more by the kit.
    return { ...Object.fromEntries(said), ...listed } as unknown as CustomWallet
  })
}
