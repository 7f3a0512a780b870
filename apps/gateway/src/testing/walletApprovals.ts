/** A person with a wallet, a window and a passkey, as far as approvals need them; and what a frame asks for. */
import { createHash, randomUUID } from 'node:crypto'
import {
  type ApprovalPayload,
  approvalChallengeText,
  approvalDigestText,
  approvalPayloadText,
  shareAad,
  type WalletAccount,
} from '@latchkey/spec/walletApi'
import { toHex } from 'viem'
import { createHpkePair, openSealed } from '../embedded/keys/hpke.js'
import { createSoftPasskey, type SoftPasskey } from './softPasskey.js'
import type { WalletAnswer, WalletBrowser } from './walletBrowser.js'
import { makeWholeWallet } from './walletKeys.js'
import { openWindow } from './walletWindow.js'
import { page, type WalletPlace } from './walletWorld.js'

export interface Owner {
  readonly email: string
  readonly frame: WalletBrowser
  readonly wallet: Awaited<ReturnType<typeof makeWholeWallet>>
  account(type: WalletAccount['type'], namespace?: WalletAccount['namespace']): WalletAccount
}

let people = 0

/** Signed in by email, with an active wallet on this device. */
export async function createOwner(world: WalletPlace, name = 'owner'): Promise<Owner> {
  people += 1
  const frame = world.browser({ 'x-forwarded-for': `198.51.${people % 250}.${Math.floor(people / 250) + 1}` })
  const email = `${name}${people}@example.com`
  await world.signIn(frame, email)
  const wallet = await makeWholeWallet(frame)
  return {
    email,
    frame,
    wallet,
    account(type, namespace = 'eip155') {
      const found = wallet.keys.accounts.find((each) => each.type === type && each.namespace === namespace)
      if (!found) throw new Error(`There is no ${type} of ${namespace}`)
      return found
    },
  }
}

async function addPasskey(world: WalletPlace, window: WalletBrowser): Promise<SoftPasskey> {
  const passkey = createSoftPasskey()
  const { body } = await window.ask('passkeyAddOptions', { body: {} })
  const credential = passkey.create(body.options, { origin: world.origin })
  const added = await window.ask('passkeyAdd', {
    body: { attemptId: body.attemptId, credential, hasPrf: false },
  })
  if (added.status !== 200) throw new Error(`The passkey was not added: ${JSON.stringify(added.body)}`)
  return passkey
}

/** Wallet, window and passkey together. */
export async function createGuardedOwner(world: WalletPlace, name?: string) {
  const owner = await createOwner(world, name)
  const window = await openWindow(world, owner.frame, 'approve')
  const passkey = await addPasskey(world, window)
  return { ...owner, window, passkey }
}

export function messagePayload(
  owner: Owner,
  text: string,
  over: Partial<ApprovalPayload> = {},
): ApprovalPayload {
  const { address } = owner.account('eoa')
  return {
    v: 1,
    origin: page,
    account: address,
    namespace: 'eip155',
    chainId: 'eip155:31337',
    method: 'personal_sign',
    params: [toHex(text), address],
    ...over,
  }
}

export interface Call {
  readonly to?: string
  readonly value?: string
  readonly data?: string
}

export function transactionPayload(owner: Owner, call: Call, chainId = 'eip155:31337'): ApprovalPayload {
  const { address } = owner.account('eoa')
  const fees = { gas: '0x5208', maxFeePerGas: '0x3b9aca00' }
  return messagePayload(owner, '', {
    chainId,
    method: 'eth_sendTransaction',
    params: [{ from: address, ...call, ...fees }],
  })
}

export function callsPayload(
  owner: Owner,
  calls: readonly Call[],
  chainId = 'eip155:31337',
): ApprovalPayload {
  const { address } = owner.account('smartAccount')
  return messagePayload(owner, '', {
    account: address,
    chainId,
    method: 'wallet_sendCalls',
    params: [{ from: address, calls: [...calls], gas: '0x30d40', maxFeePerGas: '0x3b9aca00' }],
  })
}

export interface Recorded {
  readonly id: string
  readonly digest: string
  readonly answer: WalletAnswer
}

export async function record(
  owner: Owner,
  payload: ApprovalPayload,
  id: string = randomUUID(),
): Promise<Recorded> {
  const text = approvalPayloadText(payload)
  const digest = sha256(approvalDigestText(text))
  const body = { id, walletId: owner.wallet.id, payload: text, digest }
  return { id, digest, answer: await owner.frame.ask('approvalCreate', { body }) }
}

/** In the window, with the passkey; asks for no options, so that a test may try what has none. */
export async function approve(
  world: WalletPlace,
  { window, passkey }: { window: WalletBrowser; passkey: SoftPasskey },
  { id, digest }: Pick<Recorded, 'id' | 'digest'>,
): Promise<WalletAnswer> {
  const credential = passkey.get(challengeFor({ id, digest }), { origin: world.origin })
  const proof = { kind: 'passkey', credential }
  return window.ask('approvalDecide', { params: { id }, body: { decision: 'approve', digest, proof } })
}

/** What a passkey is asked to sign for an approval. */
export function challengeFor({ id, digest }: Pick<Recorded, 'id' | 'digest'>): { challenge: string } {
  return { challenge: sha256(approvalChallengeText(id, digest)) }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url')

export async function release(frame: WalletBrowser, { id, digest }: Pick<Recorded, 'id' | 'digest'>) {
  const worker = await createHpkePair()
  const answer = await frame.ask('keyRelease', {
    body: { approvalId: id, digest, hpkePub: worker.publicKey },
  })
  return { answer, worker }
}

/** The share that a worker finds in what was released. */
export async function openReleased(
  { wallet }: Owner,
  { digest }: Pick<Recorded, 'digest'>,
  { answer, worker }: Awaited<ReturnType<typeof release>>,
): Promise<Buffer> {
  const epoch = Number(answer.body.epoch)
  const aad = shareAad({ ...wallet.place, epoch, purpose: 'release', bound: digest })
  return openSealed(worker.privateKey, answer.body.s as never, aad)
}
