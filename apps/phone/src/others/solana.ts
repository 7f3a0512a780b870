/** What apps may ask on Solana: messages, transactions to sign, transactions to send. */
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58, base64 } from '@scure/base'
import * as v from 'valibot'
import type { QuietRequest } from '../asks/ask.js'
import { invalid, unauthorized } from '../asks/context.js'
import { type OtherAccount, ownAccount } from './accounts.js'
import {
  askGateway,
  type OtherContext,
  OtherFailure,
  type OtherReader,
  type OtherRequest,
  type OtherTools,
} from './request.js'
import { describe, fromBase58, readTransaction, type SolanaTransaction } from './solanaWords.js'

const longestMessage = 32_768
const mostTransactions = 20
const messageParams = v.object({
  message: v.pipe(v.string(), v.maxLength(longestMessage * 2)),
  pubkey: v.string(),
})
const wire = v.pipe(v.string(), v.maxLength(2048))
const oneParams = v.object({
  transaction: wire,
  pubkey: v.optional(v.string()),
  sendOptions: v.optional(v.nullable(v.object({ skipPreflight: v.optional(v.nullable(v.boolean())) }))),
})
const manyParams = v.object({
  transactions: v.pipe(v.array(wire), v.minLength(1), v.maxLength(mostTransactions)),
  pubkey: v.optional(v.string()),
})

export const solanaMethods: Readonly<Record<string, OtherReader>> = {
  solana_getAccounts: (_, context) => accountList(context),
  solana_requestAccounts: (_, context) => accountList(context),
  solana_signMessage(params, context) {
    const read = v.safeParse(messageParams, params)
    const bytes = read.success ? fromBase58(read.output.message) : undefined
    if (!read.success || !bytes) return invalid('the message')
    const account = shown(read.output.pubkey, context)
    if (!account) return unauthorized
    const text = textOf(bytes)
    return {
      kind: 'other',
      title: 'Sign this message?',
      account: account.address,
      text: text ?? base58.encode(bytes),
      facts: [],
      cautions: cautionsOf(bytes, text),
      isSent: false,
      perform: async () => {
        const signature = base58.encode(ed25519.sign(bytes, account.privateKey))
        return { result: { signature }, proof: signature }
      },
    }
  },
  solana_signTransaction(params, context) {
    const read = v.safeParse(oneParams, params)
    if (!read.success) return invalid('the transaction')
    return readOne(read.output.transaction, read.output.pubkey, context, (transaction, account) => ({
      title: 'Sign this transaction?',
      isSent: false,
      perform: async () => {
        const { raw, signature } = sign(transaction, account)
        return { result: { signature, transaction: base64.encode(raw) }, proof: signature }
      },
    }))
  },
  solana_signAndSendTransaction(params, context) {
    const read = v.safeParse(oneParams, params)
    if (!read.success) return invalid('the transaction')
    const skipPreflight = read.output.sendOptions?.skipPreflight === true
    return readOne(read.output.transaction, read.output.pubkey, context, (transaction, account) => ({
      title: 'Send this transaction?',
      isSent: true,
      perform: async (tools) => {
        const { raw } = sign(transaction, account)
        const signature = await send(raw, { tools, networkId: context.network.id, skipPreflight })
        return { result: { signature }, proof: signature }
      },
    }))
  },
  solana_signAllTransactions(params, context) {
    const read = v.safeParse(manyParams, params)
    if (!read.success) return invalid('the transactions')
    const account = shown(read.output.pubkey ?? context.accounts[0], context)
    if (!account) return unauthorized
    const all = read.output.transactions.flatMap((text) => decode(text) ?? [])
    if (all.length !== read.output.transactions.length) return invalid('the transactions')
    if (!all.every(({ signers }) => signers.includes(account.address))) return unauthorized
    const words = all.map((transaction) => describe(transaction, context))
    return {
      kind: 'other',
      title: all.length === 1 ? 'Sign this transaction?' : `Sign these ${all.length} transactions?`,
      account: account.address,
      what: words.map(({ what }, index) => `${index + 1}. ${what}`).join('; '),
      facts: words.flatMap(({ facts }, index) =>
        facts.map((fact) => ({ ...fact, label: `${index + 1}. ${fact.label}` })),
      ),
      cautions: [...new Set(words.flatMap(({ cautions }) => cautions))],
      isSent: false,
      perform: async () => {
        const signed = all.map((transaction) => sign(transaction, account))
        const transactions = signed.map(({ raw }) => base64.encode(raw))
        return { result: { transactions }, proof: signed.map(({ signature }) => signature).join('\n') }
      },
    }
  },
}

const accountList = ({ accounts }: OtherContext): QuietRequest => ({
  kind: 'answer',
  result: accounts.map((pubkey) => ({ pubkey })),
})

/** The account, if the app was shown it. */
function shown(address: string | undefined, { network, accounts }: OtherContext): OtherAccount | undefined {
  return address !== undefined && accounts.includes(address) ? ownAccount(network, address) : undefined
}

type Rest = Pick<OtherRequest, 'title' | 'isSent' | 'perform'>

function readOne(
  text: string,
  pubkey: string | undefined,
  context: OtherContext,
  rest: (transaction: SolanaTransaction, account: OtherAccount) => Rest,
): OtherRequest | QuietRequest {
  const transaction = decode(text)
  if (!transaction) return invalid('the transaction')
  const named = pubkey ?? transaction.signers.find((signer) => context.accounts.includes(signer))
  const account = shown(named, context)
  if (!account || !transaction.signers.includes(account.address)) return unauthorized
  const { what, facts, cautions } = describe(transaction, context)
  return {
    kind: 'other',
    account: account.address,
    what,
    facts,
    cautions,
    data: text,
    ...rest(transaction, account),
  }
}

/** Base64 of the protocol; the oldest apps write base58. */
function decode(text: string): SolanaTransaction | undefined {
  for (const read of [() => base64.decode(text), () => base58.decode(text)]) {
    try {
      const transaction = readTransaction(read())
      if (transaction) return transaction
    } catch {
      // The other way of writing it, then.
    }
  }
  return undefined
}

/** Puts the signature into its place: behind the count, in the order of the signers. */
function sign({ raw, message, signers }: SolanaTransaction, account: OtherAccount) {
  const signature = ed25519.sign(message, account.privateKey)
  const signed = raw.slice()
  signed.set(signature, 1 + 64 * signers.indexOf(account.address))
  return { raw: signed, signature: base58.encode(signature) }
}

const rpcAnswer = v.union([
  v.object({ result: v.string() }),
  v.object({ error: v.object({ message: v.string() }) }),
])

async function send(
  raw: Uint8Array,
  options: { tools: OtherTools; networkId: string; skipPreflight: boolean },
): Promise<string> {
  const { tools, networkId, skipPreflight } = options
  const settings = { encoding: 'base64', preflightCommitment: 'confirmed', skipPreflight }
  const text = await askGateway(`${tools.gateway}/v1?chainId=${networkId}`, {
    method: 'POST',
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'sendTransaction',
      params: [base64.encode(raw), settings],
    }),
  })
  const answer = v.safeParse(rpcAnswer, JSON.parse(text))
  if (answer.success && 'result' in answer.output) return answer.output.result
  const reason = answer.success && 'error' in answer.output ? answer.output.error.message : 'no reason given'
  throw new OtherFailure(`The network refused it: ${reason.slice(0, 200)}`)
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** A text that is a transaction too would move money under the name of a message. */
function cautionsOf(bytes: Uint8Array, text: string | undefined): string[] {
  const isMessage = readTransaction(Uint8Array.of(0, ...bytes)) !== undefined
  return [
    ...(text === undefined ? ['These bytes are no text. Only sign them if you know what they are.'] : []),
    ...(isMessage && text === undefined ? ['They may be a transaction.'] : []),
  ]
}
