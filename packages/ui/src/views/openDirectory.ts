/** The list of wallets, with the widget's own copy behind it (D-10). */
import { type Directory, directory, type KitContext, startFeature } from '@latchkey/core/screen'
import { LatchkeyError } from '@latchkey/spec/errors'
import { builtInWallets } from '../data/builtInWallets.js'

export async function openDirectory(kit: KitContext): Promise<Directory> {
  const opened = await startFeature(kit, directory)
  // It is never switched off; the type allows for features that are.
  if (!opened) throw new LatchkeyError('kit.destroyed')
  opened.useBuiltIn(builtInWallets)
  return opened
}
