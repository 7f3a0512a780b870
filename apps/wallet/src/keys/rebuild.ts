/** From two shares to keys that are certainly this wallet's, or to nothing at all. */
import type { WalletAccount } from '@latchkey/spec/walletApi'
import { type Bytes, fromBase64url, isSame, wipe } from './bytes.js'
import { checkValueOf, recoveryKeyOf } from './derived.js'
import { accountsOf, deriveKeys, type WalletKeys } from './deriveKeys.js'
import { KeyMismatch } from './keyMismatch.js'
import { combineShares } from './shares.js'

/** What a wallet is known by: what this device keeps of it, and what the server says of it. */
export interface WalletMarks {
  readonly walletId: string
  /** base64url, as on the wire. */
  readonly rkPub: string
  readonly kcv: string
  readonly accounts: readonly WalletAccount[]
}

export interface Rebuilt {
  readonly secret: Bytes
  readonly keys: WalletKeys
  wipe(): void
}

/**
 * Every mark is compared with every source: with the server's record, and with the pin of this device where it has one.
 * A server that answers with another wallet is caught here, before a key of it signs anything.
 */
export async function rebuild(
  shares: readonly [Bytes, Bytes],
  sources: readonly [WalletMarks, ...WalletMarks[]],
): Promise<Rebuilt> {
  const secret = await combineShares(...shares)
  let keys: WalletKeys | undefined
  try {
    for (const marks of sources) checkSecret(secret, marks)
    keys = await deriveKeys(secret)
    for (const marks of sources) checkAccounts(keys, marks)
  } catch (error) {
    keys?.wipe()
    wipe(secret)
    throw error
  }
  const made = keys
  return {
    secret,
    keys: made,
    wipe: () => {
      made.wipe()
      wipe(secret)
    },
  }
}

function checkSecret(secret: Bytes, { walletId, kcv, rkPub }: WalletMarks): void {
  if (!isSame(checkValueOf(secret, walletId), read(kcv, 'check value'))) throw new KeyMismatch('check value')
  const recovery = recoveryKeyOf(secret, walletId)
  wipe(recovery.secret)
  if (!isSame(recovery.point, read(rkPub, 'recovery key'))) throw new KeyMismatch('recovery key')
}

function checkAccounts(keys: WalletKeys, { accounts }: WalletMarks): void {
  const known = accounts.map(lineOf)
  const own = accountsOf(keys).map(lineOf)
  if (known.length !== own.length || own.some((line) => !known.includes(line))) {
    throw new KeyMismatch('accounts')
  }
}

function lineOf({ namespace, type, address, publicKey, path }: WalletAccount): string {
  // Bitcoin and Solana addresses differ by case, Ethereum's do not.
  const spelled = namespace === 'eip155' ? address.toLowerCase() : address
  return [namespace, type, spelled, publicKey, path].join(' ')
}

function read(text: string, check: KeyMismatch['check']): Bytes {
  try {
    return fromBase64url(text)
  } catch {
    throw new KeyMismatch(check)
  }
}
