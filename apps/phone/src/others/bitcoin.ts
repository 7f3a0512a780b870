/** What apps may ask on Bitcoin: addresses, messages, PSBTs, transfers. */
import { base64, hex } from '@scure/base'
import { Address, OutScript, p2tr, p2wpkh, SigHash, selectUTXO, Transaction } from '@scure/btc-signer'
import * as v from 'valibot'
import { invalid, unauthorized } from '../asks/context.js'
import { exactAmount } from '../words/amount.js'
import { accountsAt, bitcoinNetwork, type OtherAccount, ownAccount, personOf } from './accounts.js'
import { signRecoverable, signSimple } from './bitcoinMessage.js'
import {
  askGateway,
  type OtherContext,
  type OtherFact,
  OtherFailure,
  type OtherReader,
  type OtherTools,
} from './request.js'

const address = v.pipe(v.string(), v.maxLength(100))
const messageParams = v.object({
  account: address,
  address: v.optional(address),
  message: v.pipe(v.string(), v.maxLength(32_768)),
  protocol: v.optional(v.picklist(['ecdsa', 'bip322'])),
})
const psbtParams = v.object({
  account: v.optional(address),
  psbt: v.pipe(v.string(), v.maxLength(1_000_000)),
  signInputs: v.pipe(
    v.array(
      v.object({
        index: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
        address,
        sighashTypes: v.optional(v.pipe(v.array(v.pipe(v.number(), v.safeInteger())), v.maxLength(8))),
      }),
    ),
    v.minLength(1),
    v.maxLength(500),
  ),
  broadcast: v.optional(v.boolean(), false),
})
const transferParams = v.object({
  account: address,
  recipientAddress: address,
  amount: v.pipe(v.string(), v.regex(/^[1-9]\d{0,15}$/)),
  memo: v.optional(v.string()),
})

export const bitcoinMethods: Readonly<Record<string, OtherReader>> = {
  getAccountAddresses(_, { network, accounts }) {
    const result = accounts.flatMap((each) => {
      const person = personOf(network, each)
      return person === undefined ? [] : accountsAt(network, person).map(toListed)
    })
    return { kind: 'answer', result }
  },
  signMessage(params, context) {
    const read = v.safeParse(messageParams, params)
    if (!read.success) return invalid('the message')
    const { message, protocol = 'bip322' } = read.output
    const account = shown(read.output.address ?? read.output.account, context)
    if (!account) return unauthorized
    if (protocol === 'ecdsa' && account.purpose === 'ordinal')
      return invalid('a taproot address signs messages by BIP-322 only')
    return {
      kind: 'other',
      title: 'Sign this message?',
      account: account.address,
      text: message,
      facts: [{ label: 'Kind', value: protocol === 'bip322' ? 'BIP-322' : 'ECDSA' }],
      cautions: [],
      isSent: false,
      perform: async () => {
        const signature =
          protocol === 'ecdsa'
            ? signRecoverable(message, account)
            : signSimple(message, account, context.network)
        return { result: { address: account.address, signature }, proof: signature }
      },
    }
  },
  signPsbt(params, context) {
    const read = v.safeParse(psbtParams, params)
    if (!read.success) return invalid('the PSBT')
    const { psbt, signInputs, broadcast } = read.output
    const tx = readPsbt(psbt)
    if (!tx || signInputs.some(({ index }) => index >= tx.inputsLength)) return invalid('the PSBT')
    const signers = signInputs.map((each) => ({ ...each, account: shown(each.address, context) }))
    const [first] = signers
    if (!first?.account || signers.some(({ account }) => !account)) return unauthorized
    return {
      kind: 'other',
      title: broadcast ? 'Send this transaction?' : 'Sign this transaction?',
      account: first.account.address,
      ...describePsbt(tx, context),
      cautions: cautionsOf(tx, signInputs),
      isSent: broadcast,
      data: psbt,
      perform: async (tools) => {
        for (const { index, account, sighashTypes } of signers) {
          const types = sighashTypes?.filter(isSighash)
          if (account) tx.signIdx(account.privateKey, index, types?.length ? types : undefined)
        }
        if (!broadcast) return { result: { psbt: base64.encode(tx.toPSBT()) }, proof: 'The signed PSBT' }
        const signed = base64.encode(tx.toPSBT())
        tx.finalize()
        const txid = await broadcastTx(tx, context, tools)
        return { result: { psbt: signed, txid }, proof: txid }
      },
    }
  },
  sendTransfer(params, context) {
    const read = v.safeParse(transferParams, params)
    if (!read.success) return invalid('the transfer')
    const { recipientAddress, amount } = read.output
    const account = shown(read.output.account, context)
    if (!account) return unauthorized
    if (!isAddressOf(recipientAddress, context)) return invalid('the recipient is no address of this network')
    const { decimals, symbol } = context.network
    return {
      kind: 'other',
      title: 'Send this transaction?',
      account: account.address,
      what: `Send ${exactAmount(BigInt(amount), decimals, symbol)}`,
      facts: [
        { label: 'To', value: recipientAddress, isAddress: true },
        { label: 'Fee', value: 'set when it is sent, by what the network asks for the next blocks' },
      ],
      cautions: [],
      isSent: true,
      perform: async (tools) => {
        const txid = await pay(account, recipientAddress, BigInt(amount), context, tools)
        return { result: { txid }, proof: txid }
      },
    }
  },
}

const toListed = ({ address, publicKey, path, purpose }: OtherAccount) => ({
  address,
  publicKey: hex.encode(publicKey),
  path,
  intention: purpose,
})

/** An address of somebody whose account the app was shown; the ordinals one comes with the other. */
function shown(address: string, { network, accounts }: OtherContext): OtherAccount | undefined {
  const person = personOf(network, address)
  const isShown = accounts.some((each) => personOf(network, each) === person)
  return person !== undefined && isShown ? ownAccount(network, address) : undefined
}

function isAddressOf(text: string, { network }: OtherContext): boolean {
  try {
    return OutScript.encode(Address(bitcoinNetwork(network)).decode(text)).length > 0
  } catch {
    return false
  }
}

function readPsbt(text: string): Transaction | undefined {
  for (const read of [() => base64.decode(text), () => hex.decode(text)]) {
    try {
      return Transaction.fromPSBT(read(), { allowUnknownOutputs: true, allowUnknownInputs: true })
    } catch {
      // The other way of writing it, then.
    }
  }
  return undefined
}

const spentOf = (tx: Transaction, index: number) => {
  const { witnessUtxo, nonWitnessUtxo, index: vout = 0 } = tx.getInput(index)
  return witnessUtxo ?? nonWitnessUtxo?.outputs[vout]
}

function describePsbt(tx: Transaction, context: OtherContext): { what: string; facts: OtherFact[] } {
  const { network } = context
  const money = (value: bigint) => exactAmount(value, network.decimals, network.symbol)
  const addressOf = (script: Uint8Array | undefined) => {
    try {
      return script ? Address(bitcoinNetwork(network)).encode(OutScript.decode(script)) : undefined
    } catch {
      return undefined
    }
  }
  const inputs = Array.from({ length: tx.inputsLength }, (_, index) => spentOf(tx, index))
  const outputs = Array.from({ length: tx.outputsLength }, (_, index) => {
    const { script, amount = 0n } = tx.getOutput(index)
    const to = addressOf(script)
    return { to, amount, isOwn: to !== undefined && shown(to, context) !== undefined }
  })
  const sum = (list: readonly bigint[]) => list.reduce((total, value) => total + value, 0n)
  const own = inputs.filter((spent) => {
    const from = addressOf(spent?.script)
    return from !== undefined && shown(from, context) !== undefined
  })
  const isWhole = inputs.every((spent) => spent !== undefined)
  const leaves =
    sum(own.map((spent) => spent?.amount ?? 0n)) -
    sum(outputs.filter(({ isOwn }) => isOwn).map(({ amount }) => amount))
  const fee = sum(inputs.map((spent) => spent?.amount ?? 0n)) - sum(outputs.map(({ amount }) => amount))
  return {
    what: leaves >= 0n ? `${money(leaves)} leave your addresses` : `${money(-leaves)} come to your addresses`,
    facts: [
      { label: 'Spends', value: `${tx.inputsLength} coins, ${own.length} of them yours` },
      ...outputs.flatMap(({ to, amount, isOwn }, index) => [
        { label: `Output ${index + 1}`, value: `${money(amount)}${isOwn ? ', back to you' : ''}` },
        ...(to === undefined ? [] : [{ label: `To ${index + 1}`, value: to, isAddress: true }]),
      ]),
      { label: 'Fee', value: isWhole ? money(fee) : 'not known: the app does not say what all coins hold' },
    ],
  }
}

const isSighash = (type: number): type is SigHash => Object.values(SigHash).some((known) => known === type)

/** Anything but all of it may be changed after the signature. */
function cautionsOf(
  tx: Transaction,
  inputs: readonly { index: number; sighashTypes?: readonly number[] | undefined }[],
) {
  const types = inputs.flatMap(
    ({ index, sighashTypes }) => sighashTypes ?? tx.getInput(index).sighashType ?? [],
  )
  const isOpen = types.some((type) => type !== SigHash.ALL && type !== SigHash.DEFAULT)
  return isOpen
    ? [
        'The signature leaves parts of the transaction open: others can change where money goes, or add to it.',
      ]
    : []
}

const esploraOf = ({ network }: OtherContext, { gateway }: OtherTools) =>
  `${gateway}/v1/esplora/${encodeURIComponent(network.id)}`

async function broadcastTx(tx: Transaction, context: OtherContext, tools: OtherTools): Promise<string> {
  const init = { method: 'POST', body: tx.hex, headers: { 'content-type': 'text/plain' } }
  await askGateway(`${esploraOf(context, tools)}/tx`, init)
  return tx.id
}

const coins = v.pipe(
  v.array(
    v.object({
      txid: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
      vout: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
      value: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
    }),
  ),
  v.maxLength(5000),
)

async function pay(
  account: OtherAccount,
  to: string,
  amount: bigint,
  context: OtherContext,
  tools: OtherTools,
): Promise<string> {
  const base = esploraOf(context, tools)
  const [list, fees] = await Promise.all([
    askGateway(`${base}/address/${account.address}/utxo`, {}),
    askGateway(`${base}/fee-estimates`, {}),
  ])
  const rates = v.parse(v.record(v.string(), v.number()), JSON.parse(fees))
  const on = bitcoinNetwork(context.network)
  const isTaproot = account.purpose === 'ordinal'
  const internal = account.publicKey.slice(1)
  const { script } = isTaproot ? p2tr(internal, undefined, on) : p2wpkh(account.publicKey, on)
  const selected = selectUTXO(
    v.parse(coins, JSON.parse(list)).map(({ txid, vout, value }) => ({
      txid,
      index: vout,
      witnessUtxo: { script, amount: BigInt(value) },
      ...(isTaproot ? { tapInternalKey: internal } : {}),
    })),
    [{ address: to, amount }],
    'default',
    {
      changeAddress: account.address,
      feePerByte: BigInt(Math.max(1, Math.ceil(rates['3'] ?? 2))),
      bip69: true,
      createTx: true,
      network: on,
      dust: 546n,
    },
  )
  if (!selected?.tx) throw new OtherFailure('This account does not have enough for the amount and the fee.')
  selected.tx.sign(account.privateKey)
  selected.tx.finalize()
  return broadcastTx(selected.tx, context, tools)
}
