/** Whether the keys behind the accounts of a wallet exist: each signs a text of ours, and each address follows from its key, or from its owner's. */
import { createPublicKey, ECDH, verify } from 'node:crypto'
import { counterfactualAddress } from '@latchkey/accounts'
import { keyPaths, type WalletAccount } from '@latchkey/spec/walletApi'
import { isSignedBySolana } from '@latchkey/verify'
import { hash160, isSame, p2wpkh, readBitcoinAddress } from '@latchkey/verify/bitcoin'
import { base58 } from '@scure/base'
import { isAddressEqual, recoverMessageAddress } from 'viem'
import { publicKeyToAddress } from 'viem/accounts'

export interface Proof {
  readonly address: string
  readonly signature: string
}

/** One proof for each account, and none besides. */
export async function areProved(
  accounts: readonly WalletAccount[],
  proofs: readonly Proof[],
  text: string,
): Promise<boolean> {
  const hasKey = accounts.some(({ type }) => type !== 'smartAccount')
  if (!hasKey || accounts.length !== proofs.length || accounts.some(isKeyMissing)) return false
  const results = await Promise.all(
    accounts.map(async (account) => {
      const proof = proofs.find(({ address }) => address === account.address)
      return proof !== undefined && (await isProved(account, proof.signature, text).catch(() => false))
    }),
  )
  return results.every(Boolean)
}

const isKeyMissing = ({ type, publicKey, path, owner }: WalletAccount): boolean =>
  type === 'smartAccount'
    ? publicKey !== undefined || path !== undefined
    : publicKey === undefined || owner !== undefined

async function isProved(account: WalletAccount, signature: string, text: string): Promise<boolean> {
  const key = Buffer.from(account.publicKey ?? '', 'base64url')
  const signed = Buffer.from(signature, 'base64url')
  if (account.type === 'smartAccount') return isProvedByOwner(account, signed, text)
  switch (account.namespace) {
    case 'eip155':
      return account.path === keyPaths.eip155 && isProvedByEthereum(account.address, key, signed, text)
    case 'solana':
      return (
        account.path === keyPaths.solana &&
        base58.encode(key) === account.address &&
        isSignedBySolana({ message: text, signature: signed.toString('hex'), address: account.address })
      )
    case 'bip122':
      return account.path === keyPaths.bip122 && isProvedByBitcoin(account.address, key, signed, text)
    default:
      return false
  }
}

async function isProvedByEthereum(
  address: string,
  key: Buffer,
  signed: Buffer,
  text: string,
): Promise<boolean> {
  if (!/^0x[0-9a-f]{40}$/i.test(address)) return false
  // Just seen to be an address.
  const own = address as `0x${string}`
  const follows = isAddressEqual(publicKeyToAddress(`0x${uncompressed(key).toString('hex')}`), own)
  const signer = await recoverMessageAddress({ message: text, signature: `0x${signed.toString('hex')}` })
  return follows && isAddressEqual(signer, own)
}

/** Whoever signed owns one first account, and this has to be it, written the one way it is written. */
async function isProvedByOwner(
  { namespace, address, owner: named }: WalletAccount,
  signed: Buffer,
  text: string,
): Promise<boolean> {
  if (namespace !== 'eip155') return false
  const owner = await recoverMessageAddress({ message: text, signature: `0x${signed.toString('hex')}` })
  return counterfactualAddress({ owner }) === address && (named === undefined || named === owner)
}

function isProvedByBitcoin(address: string, key: Buffer, signed: Buffer, text: string): boolean {
  const script = readBitcoinAddress(address)
  if (!script || !isSame(p2wpkh(hash160(key)).bytes, script.script.bytes)) return false
  const point = uncompressed(key)
  const jwk = {
    kty: 'EC',
    crv: 'secp256k1',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' })
  return verify('sha256', Buffer.from(text), { key: publicKey, dsaEncoding: 'ieee-p1363' }, signed)
}

/** Throws for what is no point of the curve. */
function uncompressed(key: Buffer): Buffer {
  const point = ECDH.convertKey(key, 'secp256k1', undefined, undefined, 'uncompressed')
  return Buffer.from(point)
}
