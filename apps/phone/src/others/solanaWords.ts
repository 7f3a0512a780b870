/** A transaction of Solana in words: coins, tokens, new token accounts; what cannot be read is said to be so. */

import { base58 } from '@scure/base'
import {
  type CompiledTransactionMessage,
  type CompiledTransactionMessageWithLifetime,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
} from '@solana/kit'
import { exactAmount } from '../words/amount.js'
import { safeLine } from '../words/safeText.js'
import type { OtherContext, OtherFact } from './request.js'

const system = '11111111111111111111111111111111'
const tokenPrograms = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
]
const associated = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
const computeBudget = 'ComputeBudget111111111111111111111111111111'
const memo = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'
const lamportsASignature = 5000n

export interface SolanaTransaction {
  readonly raw: Uint8Array
  readonly message: Uint8Array
  /** Who signs, in the order of their signatures. */
  readonly signers: readonly string[]
  readonly decoded: CompiledTransactionMessage & CompiledTransactionMessageWithLifetime
}

export interface Words {
  readonly what: string
  readonly facts: readonly OtherFact[]
  readonly cautions: readonly string[]
}

/** What fits into one packet of the network. */
const largest = 1232

/** Undefined for bytes that are no transaction. */
export function readTransaction(raw: Uint8Array): SolanaTransaction | undefined {
  if (raw.length > largest) return undefined
  try {
    const { messageBytes } = getTransactionDecoder().decode(raw)
    const decoded = getCompiledTransactionMessageDecoder().decode(messageBytes)
    const signers = decoded.staticAccounts.slice(0, decoded.header.numSignerAccounts)
    return { raw, message: new Uint8Array(messageBytes), signers, decoded }
  } catch {
    return undefined
  }
}

export function describe({ decoded, signers }: SolanaTransaction, { network, tokens }: OtherContext): Words {
  if (decoded.version === 1)
    return { what: 'Unreadable', facts: [], cautions: ['This wallet cannot read this kind of transaction.'] }
  const titles: string[] = []
  const facts: OtherFact[] = []
  const cautions: string[] = []
  const add = (title: string, ...more: OtherFact[]) => {
    titles.push(title)
    facts.push(...more)
  }
  const owners = new Map<string, string>()
  const keyAt = (index: number | undefined) =>
    (index === undefined ? undefined : decoded.staticAccounts[index]) ?? 'an account of a lookup table'

  for (const { programAddressIndex, accountIndices = [], data: bytes } of decoded.instructions) {
    const program = keyAt(programAddressIndex)
    const accounts = accountIndices.map(keyAt)
    const data = bytes ? new Uint8Array(bytes) : new Uint8Array()
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
    if (program === computeBudget) continue
    if (program === system && data.length === 12 && view.getUint32(0, true) === 2) {
      const amount = exactAmount(view.getBigUint64(4, true), network.decimals, network.symbol)
      add(`Send ${amount}`, { label: 'To', value: accounts[1] ?? '', isAddress: true })
    } else if (program === associated && (data.length === 0 || data[0] === 0 || data[0] === 1)) {
      owners.set(accounts[1] ?? '', accounts[2] ?? '')
      facts.push({ label: 'Opens a token account for', value: accounts[2] ?? '', isAddress: true })
    } else if (tokenPrograms.includes(program) && data[0] === 12 && data.length >= 10) {
      const mint = accounts[1] ?? ''
      const known = Object.hasOwn(tokens, mint) ? tokens[mint] : undefined
      const amount = exactAmount(view.getBigUint64(1, true), data[9] ?? 0, known?.symbol ?? 'of a token')
      const to = accounts[2] ?? ''
      add(`Send ${amount}`, receiver(to, owners), { label: 'Token', value: mint, isAddress: true })
      if (!known) cautions.push('This wallet does not know the token.')
    } else if (tokenPrograms.includes(program) && data[0] === 3 && data.length >= 9) {
      // Without its mint nobody can say what one unit is worth.
      add(`Send ${view.getBigUint64(1, true)} units of a token`, receiver(accounts[1] ?? '', owners))
      cautions.push('The app does not say which token it is.')
    } else if (program === memo) {
      facts.push({ label: 'Note', value: safeLine(new TextDecoder().decode(data), 200) })
    } else {
      add('Call a program', { label: 'Program', value: program, isAddress: true })
      cautions.push('This wallet cannot read what the program is told to do.')
    }
  }
  const fee = exactAmount(BigInt(signers.length) * lamportsASignature, network.decimals, network.symbol)
  facts.push({ label: 'Fee', value: `${fee}, and what the app adds for a faster place` })
  return {
    what:
      titles.length > 1
        ? `${titles.length} steps: ${titles.join(', then ')}`
        : (titles[0] ?? 'Nothing moves'),
    facts,
    cautions: [...new Set(cautions)],
  }
}

const receiver = (account: string, owners: ReadonlyMap<string, string>): OtherFact => {
  const owner = owners.get(account)
  return owner === undefined
    ? { label: 'To the token account', value: account, isAddress: true }
    : { label: 'To', value: owner, isAddress: true }
}

export const fromBase58 = (text: string): Uint8Array | undefined => {
  try {
    return base58.decode(text)
  } catch {
    return undefined
  }
}
