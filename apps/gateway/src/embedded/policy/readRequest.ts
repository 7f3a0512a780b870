/** Reads an approval's payload into what it would do, and refuses what nobody may be asked to approve (2.13 of the design). */
import { deployment } from '@latchkey/accounts'
import { readSignIn, type SignInData } from '@latchkey/spec/signIn'
import type { ApprovalPayload, SessionGrant, WalletAccount } from '@latchkey/spec/walletApi'
import { base58 } from '@scure/base'
import * as v from 'valibot'
import { WalletRefusal } from '../http/refusal.js'
import { decodeCalls } from './decodeCalls.js'
import { readGrant, readRevocation } from './readGrant.js'
import * as shapes from './shapes.js'
import { isSolanaPayment, readSolanaTransaction, type SolanaMessage } from './solanaMessage.js'

export interface EthereumCall {
  /** Absent: it makes a contract. */
  readonly to: `0x${string}` | undefined
  readonly value: bigint
  readonly data: `0x${string}`
}

export type AskedFor =
  | { readonly kind: 'sign-in'; readonly data: SignInData; readonly text: string }
  | { readonly kind: 'message'; readonly text: string | undefined; readonly bytes: Uint8Array }
  | { readonly kind: 'typed-data'; readonly typedData: shapes.TypedData }
  | { readonly kind: 'calls'; readonly calls: readonly EthereumCall[]; readonly most: Fee }
  | {
      readonly kind: 'solana'
      readonly transactions: readonly SolanaMessage[]
      readonly raw: readonly string[]
    }
  | {
      readonly kind: 'grant'
      readonly grant: SessionGrant
      /** What opens the session. */
      readonly calls: readonly EthereumCall[]
      readonly most: Fee
    }
  | {
      readonly kind: 'revocation'
      /** Of the session. */
      readonly id: string
      readonly calls: readonly EthereumCall[]
      readonly most: Fee
    }
  | { readonly kind: 'upkeep' }

/** What an Ethereum account would do, whatever it was asked for; undefined where nothing is sent. */
export function callsIn(asked: AskedFor): Extract<AskedFor, { kind: 'calls' }> | undefined {
  return 'calls' in asked ? { kind: 'calls', calls: asked.calls, most: asked.most } : undefined
}

export interface Fee {
  readonly gas: bigint
  readonly maxFeePerGas: bigint
}

type Reader = (payload: ApprovalPayload, account: WalletAccount, own: readonly WalletAccount[]) => AskedFor

/** Each method with the namespace whose key answers it: the same name means nothing elsewhere. */
const readers: Readonly<Record<string, readonly [namespace: string, read: Reader]>> = {
  personal_sign: [
    'eip155',
    (payload, account) => {
      const [message, named] = v.parse(shapes.personalMessage, payload.params)
      requireSame(named, account)
      return readMessage(Buffer.from(message.slice(2), 'hex'), payload)
    },
  ],
  eth_signTypedData_v4: ['eip155', readTypedData],
  eth_sendTransaction: ['eip155', readTransaction],
  wallet_sendCalls: ['eip155', readCalls],
  eth_sendUserOperation: ['eip155', readCalls],
  wallet_grantPermissions: ['eip155', readGrant],
  wallet_requestExecutionPermissions: ['eip155', readGrant],
  wallet_revokePermissions: ['eip155', readRevocation],
  solana_signMessage: [
    'solana',
    (payload, account) => {
      const { message, pubkey } = v.parse(shapes.solanaMessage, payload.params)
      requireSame(pubkey, account)
      const bytes = base58.decode(message)
      if (isSolanaPayment(bytes)) refuse()
      return readMessage(bytes, payload)
    },
  ],
  solana_signTransaction: ['solana', readSolana],
  solana_signAndSendTransaction: ['solana', readSolana],
  solana_signAllTransactions: ['solana', readSolana],
  /** bip122; the method's name is the relay's. */
  signMessage: [
    'bip122',
    (payload, account) => {
      const { message, account: named } = v.parse(shapes.bitcoinMessage, payload.params)
      requireSame(named, account)
      return readMessage(Buffer.from(message, 'utf8'), payload)
    },
  ],
  /** Asked by the wallet itself, to give a device new shares; nothing is signed that anybody could use. */
  latchkey_renewShares: ['eip155', () => ({ kind: 'upkeep' })],
}

/** POLICY where it is no method to approve, its parameters are others, or it is one of the hard refusals. */
export function readRequest(payload: ApprovalPayload, own: readonly WalletAccount[]): AskedFor {
  const entry = Object.hasOwn(readers, payload.method) ? readers[payload.method] : undefined
  const account = own.find((each) => each.namespace === payload.namespace && isSame(payload.account, each))
  if (!entry || !account || entry[0] !== payload.namespace) refuse()
  if (payload.chainId.split(':')[0] !== payload.namespace) refuse()
  try {
    return entry[1](payload, account, own)
  } catch (cause) {
    if (cause instanceof WalletRefusal) throw cause
    throw new WalletRefusal('POLICY')
  }
}

function readTypedData(
  payload: ApprovalPayload,
  account: WalletAccount,
  own: readonly WalletAccount[],
): AskedFor {
  const [named, given] = v.parse(shapes.typedDataParams, payload.params)
  requireSame(named, account)
  const data = v.parse(shapes.typedData, typeof given === 'string' ? JSON.parse(given) : given)
  const { chainId, verifyingContract } = data.domain
  if (chainId !== undefined && BigInt(chainId) !== BigInt(payload.chainId.slice('eip155:'.length))) refuse()
  // For an account itself it could be an operation in disguise.
  if (own.some((each) => isSame(verifyingContract ?? '', each))) refuse()
  return { kind: 'typed-data', typedData: data }
}

function readTransaction(payload: ApprovalPayload, account: WalletAccount): AskedFor {
  if (account.type === 'smartAccount') return readCalls(payload, account)
  const [{ from, to, value, data, gas, maxFeePerGas }] = v.parse(shapes.transaction, payload.params)
  requireSame(from, account)
  // What makes a contract has code; a transaction without both is a mistake that burns what it carries.
  if (to === undefined && data === '0x') refuse()
  return readable({ kind: 'calls', calls: [{ to, value, data }], most: { gas, maxFeePerGas } })
}

function readCalls(payload: ApprovalPayload, account: WalletAccount): AskedFor {
  requireSmart(account)
  const [{ from, calls, gas, maxFeePerGas }] = v.parse(shapes.calls, payload.params)
  requireSame(from, account)
  // An account takes the zero address for itself.
  if (calls.some(({ to }) => BigInt(to) === 0n)) refuse()
  // What permits an app something is shown as that, with its end, or not at all.
  if (calls.some((call) => isAboutSessions(call, account))) refuse()
  return readable({ kind: 'calls', calls, most: { gas, maxFeePerGas } })
}

function isAboutSessions({ to, data }: EthereumCall, { address }: WalletAccount): boolean {
  const module = deployment.sessionValidator.toLowerCase()
  const target = to?.toLowerCase()
  if (target === module) return true
  return target === address.toLowerCase() && data.toLowerCase().includes(module.slice(2))
}

/** Throws where there is more inside than anybody could be shown. */
function readable(asked: Extract<AskedFor, { kind: 'calls' }>): AskedFor {
  decodeCalls(asked.calls, new Set())
  return asked
}

function readSolana(payload: ApprovalPayload, account: WalletAccount): AskedFor {
  const raw =
    payload.method === 'solana_signAllTransactions'
      ? v.parse(shapes.solanaTransactions, payload.params).transactions
      : [v.parse(shapes.solanaTransaction, payload.params).transaction]
  const transactions = raw.map((text) => readSolanaTransaction(Buffer.from(text, 'base64')))
  if (transactions.some(({ signers }) => !signers.includes(account.address))) refuse()
  return { kind: 'solana', transactions, raw }
}

const signInHead = /^(?:[a-z][a-z0-9+.-]*:\/\/)?(\S+) wants you to sign in with your \S+ account:/i

/** A message that signs in elsewhere is never shown: whoever asks for it is not who it is for. */
function readMessage(bytes: Uint8Array, { origin, account, namespace }: ApprovalPayload): AskedFor {
  const text = textOf(bytes)
  const message = { kind: 'message', text, bytes } as const
  const domain = signInHead.exec(text ?? '')?.[1]
  if (text === undefined || domain === undefined) return message
  const { host } = new URL(origin)
  if (domain.toLowerCase() !== host.toLowerCase()) refuse()
  const data = readSignIn(text)
  const isWhole =
    data !== undefined &&
    isSame(data.accountAddress, { namespace, address: account }) &&
    URL.canParse(data.uri) &&
    new URL(data.uri).origin === origin &&
    // What is named beside the page may be a capability, of whatever scheme: that is more than a sign-in.
    !data.resources?.length
  return isWhole ? { kind: 'sign-in', data, text } : message
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function isSame(
  named: string,
  { namespace, address }: Pick<WalletAccount, 'namespace' | 'address'>,
): boolean {
  return namespace === 'eip155' ? named.toLowerCase() === address.toLowerCase() : named === address
}

function requireSame(named: string, account: WalletAccount): void {
  if (!isSame(named, account)) refuse()
}

function requireSmart({ type }: WalletAccount): void {
  if (type !== 'smartAccount') refuse()
}

function refuse(): never {
  throw new WalletRefusal('POLICY')
}
