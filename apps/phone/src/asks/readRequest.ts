/** What a connected app asks: parsed by its method's own schema into something to show, to answer, or to refuse. */
import { rpcCodes } from '@latchkey/spec/errors'
import * as v from 'valibot'
import { type Address, type Hex, hexToBytes, isHex, stringToHex } from 'viem'
import { parseSiweMessage } from 'viem/siwe'
import { addedNetworkSchema, chainIdOf, networkOf, type WalletNetwork } from '../wallet/networks.js'
import { safeLine } from '../words/safeText.js'
import {
  invalid,
  ownAccount,
  type ReadRequest,
  type RequestContext,
  refuse,
  unauthorized,
} from './context.js'
import { readTransaction } from './readCall.js'
import { readCalls } from './readCalls.js'
import { readTypedData } from './readTypedData.js'

type Reader = (params: readonly unknown[], context: RequestContext) => ReadRequest

/** Bytes of a message; a longer one is not read by anybody. */
const longestMessage = 32_768

const chainParameter = v.object({
  chainId: v.pipe(v.string(), v.regex(/^0x[\da-f]{1,13}$/i), v.transform(Number)),
})

const readers: Readonly<Record<string, Reader>> = {
  personal_sign([first, second], context) {
    // Some apps give the account first.
    const [message, account] =
      ownAccount(second, context) || !ownAccount(first, context) ? [first, second] : [second, first]
    return readMessage(message, ownAccount(account, context))
  },
  eth_signTypedData: readTyped,
  eth_signTypedData_v3: readTyped,
  eth_signTypedData_v4: readTyped,
  eth_sendTransaction: ([input], context) => readSending(input, context, false),
  eth_signTransaction: ([input], context) => readSending(input, context, true),
  wallet_switchEthereumChain([input], { networks }) {
    const read = v.safeParse(chainParameter, input)
    if (!read.success) return invalid('chainId')
    const target = networks.find(({ chainId }) => chainId === read.output.chainId)
    if (!target)
      return refuse(rpcCodes.unrecognizedChain, 'This wallet does not know the network; add it first')
    return { kind: 'switch-network', target }
  },
  wallet_addEthereumChain([input], { networks }) {
    const chain = v.safeParse(chainParameter, input)
    const added = v.safeParse(addedNetworkSchema, addedOf(input))
    if (!chain.success || !added.success) return invalid('the network')
    const known = networks.find(({ chainId }) => chainId === chain.output.chainId)
    // Known already: then it is only a wish to move there.
    return known ? { kind: 'switch-network', target: known } : { kind: 'add-network', added: added.output }
  },
  wallet_sendCalls: ([input], context) => readCalls(input, context),
  wallet_getCallsStatus: ([id]) =>
    typeof id === 'string' && id.length <= 256 ? { kind: 'calls-status', batchId: id } : invalid('id'),
  wallet_getCapabilities: ([account, chains], context) =>
    ownAccount(account, context) ? capabilities(chains, context) : unauthorized,
  eth_accounts: (_params, { accounts }) => ({ kind: 'answer', result: accounts }),
  eth_requestAccounts: (_params, { accounts }) => ({ kind: 'answer', result: accounts }),
  eth_chainId: (_params, { network }) => ({ kind: 'answer', result: hexOf(network.chainId) }),
}

export const supportedMethods: readonly string[] = Object.keys(readers)

export function readRequest(method: string, params: unknown, context: RequestContext): ReadRequest {
  const read = Object.hasOwn(readers, method) ? readers[method] : undefined
  if (!read) return refuse(rpcCodes.unsupportedMethod, `This wallet does not have ${safeLine(method, 60)}`)
  if (params !== undefined && !Array.isArray(params)) return invalid('a list is expected')
  return read(params ?? [], context)
}

function readMessage(message: unknown, account: Address | undefined): ReadRequest {
  if (!account) return unauthorized
  if (typeof message !== 'string' || message.length > longestMessage * 2) return invalid('the message')
  const hex: Hex = isHex(message) && message.length % 2 === 0 ? message : stringToHex(message)
  const text = textOf(hex)
  return { kind: 'message', account, hex, text, signIn: text === undefined ? undefined : signInOf(text) }
}

/** Undefined where the bytes are no text. */
function textOf(hex: Hex): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(hexToBytes(hex))
  } catch {
    return undefined
  }
}

/** The domain of a sign-in message (EIP-4361), as far as it is one. */
function signInOf(text: string): string | undefined {
  const { domain, address, nonce } = parseSiweMessage(text)
  return domain && address && nonce ? safeLine(domain, 80) : undefined
}

function readTyped([first, second]: readonly unknown[], context: RequestContext): ReadRequest {
  // The oldest form has the account second.
  const [account, input] =
    ownAccount(first, context) || !ownAccount(second, context) ? [first, second] : [second, first]
  const own = ownAccount(account, context)
  if (!own) return unauthorized
  const data = readTypedData(input)
  return data ? { kind: 'typed-data', account: own, data } : invalid('the typed data')
}

function readSending(input: unknown, context: RequestContext, isOnlySigned: boolean): ReadRequest {
  const read = readTransaction(input)
  if (!read) return invalid('the transaction')
  const account = ownAccount(read.from, context)
  return account ? { kind: 'transaction', account, call: read.call, isOnlySigned } : unauthorized
}

const hexOf = (chainId: number) => `0x${chainId.toString(16)}`

/** EIP-5792: calls go one after the other here, so none of the extras is there. */
function capabilities(chains: unknown, { networks }: RequestContext): ReadRequest {
  const asked = v.safeParse(v.pipe(v.array(v.pipe(v.string(), v.maxLength(20))), v.maxLength(100)), chains)
  const wanted = asked.success ? new Set(asked.output.map(Number)) : undefined
  const known = networks.filter(({ chainId }) => !wanted || wanted.has(chainId))
  return {
    kind: 'answer',
    result: Object.fromEntries(
      known.map(({ chainId }) => [hexOf(chainId), { atomic: { status: 'unsupported' } }]),
    ),
  }
}

/** The fields of EIP-3085 that this wallet keeps. Nodes are not among them: it asks through its own gateway only. */
function addedOf(input: unknown): unknown {
  const read = v.safeParse(
    v.object({
      chainId: v.string(),
      chainName: v.string(),
      nativeCurrency: v.object({ symbol: v.string(), decimals: v.number() }),
    }),
    input,
  )
  if (!read.success) return undefined
  const { chainId, chainName, nativeCurrency } = read.output
  return { chainId: Number(chainId), name: chainName, ...nativeCurrency }
}

/** The network of a request; undefined for another namespace. */
export const requestNetwork = (networks: readonly WalletNetwork[], networkId: string) =>
  chainIdOf(networkId) === undefined ? undefined : networkOf(networks, networkId)
