/** A share as it arrives: opened with the key that was offered for it, and looked at before it is kept. */
import { shareAad, shareFormat, type WalletRequestOf } from '@latchkey/spec/walletApi'
import { WalletRefusal } from '../http/refusal.js'
import { openSealed } from './hpke.js'

type Upload = WalletRequestOf<'walletPut'>['body']['share']

/** WALLET_PROOF for what was sealed for another purpose, is no share, or lies elsewhere than it says. The key is wiped. */
export async function openUpload(
  key: Buffer,
  share: Upload,
  place: {
    readonly walletId: string
    readonly deviceId: string
    readonly epoch: number
    readonly nonce: string
  },
): Promise<Buffer> {
  const { nonce, ...where } = place
  try {
    const s = await openSealed(key, share.s, shareAad({ ...where, purpose: 'upload', bound: nonce }))
    if (s.length === shareFormat.shareBytes && s[shareFormat.xAt] === share.x) return s
  } catch {
    // Whatever HPKE finds wrong with it, it is not what was agreed.
  } finally {
    key.fill(0)
  }
  throw new WalletRefusal('WALLET_PROOF')
}
