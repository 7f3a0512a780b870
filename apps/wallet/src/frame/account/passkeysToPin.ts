/** The passkeys of an account as a device pins them; one of another kind of key could confirm nothing here. */
import type { WalletAnswerOf } from '@latchkey/spec/walletApi'
import { cosePoint } from '../../worker/cosePoint.js'
import type { PinnedPasskey } from '../../worker/passkeyProof.js'

export function passkeysToPin(passkeys: WalletAnswerOf<'me'>['passkeys']): PinnedPasskey[] {
  return passkeys.flatMap(({ id, publicKey }) => {
    const point = cosePoint(publicKey)
    return point === undefined ? [] : [{ id, publicKey: point }]
  })
}
