/** The account on the explorer of the network it is on, never of another (D-11). */
import { selectAccount, selectNetwork } from '@latchkey/core'
import { useSelect } from '../context.js'
import { explorerPage } from './explorerUrl.js'

export function useAccountExplorer(): { readonly name: string; readonly href: string } | undefined {
  const account = useSelect(selectAccount)
  const explorer = useSelect(selectNetwork)?.blockExplorers?.default
  if (!account || !explorer) return undefined
  return { name: explorer.name, href: explorerPage(explorer, `address/${account.address}`) }
}
