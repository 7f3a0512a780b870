/** Makes a wallet as a device does: keys, shares, proofs; without the mathematics of the shares, which the server never sees. */
import { createPrivateKey, generateKeyPairSync, randomBytes, randomUUID, sign } from 'node:crypto'
import { counterfactualAddress } from '@latchkey/accounts'
import {
  keyPaths,
  recoveryShareAad,
  shareAad,
  type WalletAccount,
  walletChallengeText,
} from '@latchkey/spec/walletApi'
import { hash160, p2wpkh } from '@latchkey/verify/bitcoin'
import { base58, bech32 } from '@scure/base'
import { type Hex, toBytes } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createHpkePair, sealTo } from '../embedded/keys/hpke.js'
import type { WalletBrowser } from './walletBrowser.js'

/** Three accounts with real keys, as a device makes them. */
export function createWalletAccounts() {
  const ethereum = privateKeyToAccount(generatePrivateKey())
  const owner = privateKeyToAccount(generatePrivateKey())
  const solana = generateKeyPairSync('ed25519')
  const bitcoin = generateKeyPairSync('ec', { namedCurve: 'secp256k1' })
  const solanaKey = Buffer.from(solana.publicKey.export({ format: 'jwk' }).x ?? '', 'base64url')
  const bitcoinKey = compressed(bitcoin.publicKey.export({ format: 'jwk' }))
  const program = p2wpkh(hash160(bitcoinKey)).bytes.slice(2)
  const accounts: WalletAccount[] = [
    {
      namespace: 'eip155',
      type: 'eoa',
      address: ethereum.address,
      publicKey: compressedHex(ethereum.publicKey).toString('base64url'),
      path: keyPaths.eip155,
    },
    {
      namespace: 'eip155',
      type: 'smartAccount',
      address: counterfactualAddress({ owner: owner.address }),
      owner: owner.address,
    },
    {
      namespace: 'solana',
      type: 'eoa',
      address: base58.encode(solanaKey),
      publicKey: solanaKey.toString('base64url'),
      path: keyPaths.solana,
    },
    {
      namespace: 'bip122',
      type: 'payment',
      address: bech32.encode('bc', [0, ...bech32.toWords(program)]),
      publicKey: bitcoinKey.toString('base64url'),
      path: keyPaths.bip122,
    },
  ]
  const personal = async (signer: typeof owner, text: string) =>
    Buffer.from(toBytes(await signer.signMessage({ message: text }))).toString('base64url')
  const prove = async (text: string) => [
    { address: accounts[0]?.address, signature: await personal(ethereum, text) },
    { address: accounts[1]?.address, signature: await personal(owner, text) },
    {
      address: accounts[2]?.address,
      signature: sign(null, Buffer.from(text), solana.privateKey).toString('base64url'),
    },
    {
      address: accounts[3]?.address,
      signature: sign('sha256', Buffer.from(text), {
        key: bitcoin.privateKey,
        dsaEncoding: 'ieee-p1363',
      }).toString('base64url'),
    },
  ]
  return { accounts, prove, owner }
}

const compressedHex = (key: Hex): Buffer => {
  const point = Buffer.from(key.slice(2), 'hex')
  return Buffer.concat([Buffer.of(2 + ((point[64] ?? 0) & 1)), point.subarray(1, 33)])
}
function compressed({ x = '', y = '' }: { x?: string; y?: string }): Buffer {
  const odd = (Buffer.from(y, 'base64url').at(-1) ?? 0) & 1
  return Buffer.concat([Buffer.of(2 + odd), Buffer.from(x, 'base64url')])
}

interface Challenge {
  readonly nonce: string
  readonly hpke: { readonly kid: string; readonly publicKey: string }
}

export async function askChallenge(browser: WalletBrowser): Promise<Challenge> {
  const { body } = await browser.ask('walletChallenge', { body: {} })
  // As the contract has it.
  return body as unknown as Challenge
}

/** What step 2 of making a wallet sends. */
export async function prepareWallet(
  browser: WalletBrowser,
  keys = createWalletAccounts(),
  id = randomUUID(),
) {
  const deviceId = browser.session?.device.id ?? ''
  const { nonce, hpke } = await askChallenge(browser)
  const recovery = await createHpkePair()
  const s = Buffer.concat([randomBytes(16), Buffer.of(7)])
  const place = { walletId: id, deviceId, epoch: 1 }
  const body = {
    nonce,
    kid: hpke.kid,
    accounts: keys.accounts,
    rkPub: recovery.publicKey,
    kcv: randomBytes(8).toString('base64url'),
    share: {
      deviceId,
      epoch: 1,
      s: await sealTo(hpke.publicKey, s, shareAad({ ...place, purpose: 'upload', bound: nonce })),
      x: 7,
      r: await sealTo(recovery.publicKey, randomBytes(17), recoveryShareAad(id, deviceId, 1)),
    },
    proofs: await keys.prove(walletChallengeText('create', id, deviceId, 1, nonce)),
  }
  return { id, deviceId, keys, s, body, place, recovery }
}

export async function activateWallet(
  browser: WalletBrowser,
  { id, deviceId, keys }: Awaited<ReturnType<typeof prepareWallet>>,
) {
  const { nonce } = await askChallenge(browser)
  const proofs = await keys.prove(walletChallengeText('activate', id, deviceId, 1, nonce))
  return browser.ask('walletActivate', { params: { id }, body: { nonce, deviceId, proofs } })
}

/** A wallet of this browser's device, from nothing to active. */
export async function makeWallet(browser: WalletBrowser): Promise<string> {
  return (await makeWholeWallet(browser)).id
}

/** The same, with what its device knows of it. */
export async function makeWholeWallet(browser: WalletBrowser) {
  const wallet = await prepareWallet(browser)
  await browser.ask('walletPut', { params: { id: wallet.id }, body: wallet.body })
  const { status, body } = await activateWallet(browser, wallet)
  if (status !== 200) throw new Error(`The wallet was not made: ${JSON.stringify(body)}`)
  return wallet
}

type Wallet = Awaited<ReturnType<typeof prepareWallet>>

/** New shares for a device, as `epochStage` takes them; asked for by its own frame, or by a window in its place. */
export async function prepareEpoch(
  browser: WalletBrowser,
  { id, keys, recovery }: Pick<Wallet, 'id' | 'keys' | 'recovery'>,
  epoch: number,
  deviceId = browser.session?.device.id ?? '',
) {
  const { nonce, hpke } = await askChallenge(browser)
  const s = Buffer.concat([randomBytes(16), Buffer.of(9)])
  const aad = shareAad({ walletId: id, deviceId, epoch, purpose: 'upload', bound: nonce })
  const share = {
    deviceId,
    epoch,
    s: await sealTo(hpke.publicKey, s, aad),
    x: 9,
    r: await sealTo(recovery.publicKey, randomBytes(17), recoveryShareAad(id, deviceId, epoch)),
  }
  const proofs = await keys.prove(walletChallengeText('stage', id, deviceId, epoch, nonce))
  return { s, body: { nonce, kid: hpke.kid, share, proofs } }
}

export async function activateEpoch(
  browser: WalletBrowser,
  { id, keys }: Pick<Wallet, 'id' | 'keys'>,
  epoch: number,
) {
  const deviceId = browser.session?.device.id ?? ''
  const { nonce } = await askChallenge(browser)
  const proofs = await keys.prove(walletChallengeText('activate-epoch', id, deviceId, epoch, nonce))
  const params = { id, epoch: String(epoch) }
  return browser.ask('epochActivate', { params, body: { nonce, deviceId, proofs } })
}

/** What the recovery key signs, as `recoveryProve` takes it. */
export function signAsRecovery(
  recovery: { readonly privateKey: Buffer; readonly publicKey: string },
  text: string,
): string {
  const point = Buffer.from(recovery.publicKey, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    d: recovery.privateKey.toString('base64url'),
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const key = createPrivateKey({ key: jwk, format: 'jwk' })
  return sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')
}
