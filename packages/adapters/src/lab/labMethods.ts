/** What a lab wallet answers once nobody objects: the methods of a real one, on real keys and a real node. */
import type { RequestArguments } from '../eip155/provider.js'
import { type Hex, parseChainId, toHex } from '../eip155/quantity.js'
import type { LabState } from './createLabWallet.js'
import type { LabAccount } from './labAccounts.js'
import { sendBundle } from './labBundle.js'
import { askNode, type LabChain } from './labChain.js'
import type { LabAnswerOptions } from './labDesk.js'
import { labErrors } from './labErrors.js'

type Answer = (state: LabState, params: readonly unknown[], options: LabAnswerOptions) => unknown

const accountsOf = ({ isAuthorised, isLocked, accounts }: LabState) =>
  isAuthorised && !isLocked ? accounts.map(({ address }) => address) : []

function letIn(state: LabState): readonly string[] {
  if (!state.isLocked) state.isAuthorised = true
  return accountsOf(state)
}

const permission = { parentCapability: 'eth_accounts' }

const methods: Readonly<Record<string, Answer>> = {
  eth_chainId: ({ chainId }) => toHex(chainId),
  net_version: ({ chainId }) => String(chainId),
  eth_accounts: accountsOf,
  eth_requestAccounts: letIn,
  wallet_requestPermissions: (state) => (letIn(state).length > 0 ? [permission] : []),
  wallet_getPermissions: ({ isAuthorised }) => (isAuthorised ? [permission] : []),
  wallet_revokePermissions(state) {
    state.isAuthorised = false
    state.emit('accountsChanged', [])
    return null
  },
  personal_sign: (state, [data, address], options) =>
    signer(state, address, options).signMessage(data as Hex), // the wallet's own contract: hexadecimal
  eth_signTypedData_v4: (state, [address, json], options) =>
    signer(state, address, options).signTypedData(String(json)),
  eth_sendTransaction: (state, [transaction], options) => send(state, transaction, options),
  wallet_sendTransaction: (state, [transaction], options) => send(state, transaction, options),
  wallet_switchEthereumChain(state, [wanted]) {
    const chain = state.chains.find(({ id }) => id === chainIdIn(wanted))
    if (!chain) throw labErrors.unknownChain()
    state.chainId = chain.id
    state.emit('chainChanged', toHex(chain.id))
    return null
  },
  wallet_addEthereumChain(state, [taught]) {
    const id = chainIdIn(taught)
    const { rpcUrls } = taught as { rpcUrls?: unknown } // checked in the next line
    const rpcUrl = Array.isArray(rpcUrls) ? rpcUrls[0] : undefined
    if (id === undefined || typeof rpcUrl !== 'string')
      throw labErrors.invalid('A chain needs an id and a node')
    state.chains = [...state.chains.filter((chain) => chain.id !== id), { id, rpcUrl }]
    return null
  },
  wallet_getCapabilities: ({ chains, isAtomic }) =>
    Object.fromEntries(
      chains.map(({ id }) => [toHex(id), { atomic: { status: isAtomic ? 'supported' : 'unsupported' } }]),
    ),
  wallet_sendCalls: sendCalls,
  wallet_getCallsStatus: callsStatus,
}

/** Questions that a person sees. Moving to the chain it is on, or letting in a page it knows, asks nobody. */
export function isPromptMethod(state: LabState, { method, params }: RequestArguments): boolean {
  if (method === 'eth_requestAccounts') return accountsOf(state).length === 0
  if (method === 'wallet_switchEthereumChain') return chainIdIn(list(params)[0]) !== state.chainId
  return [
    'wallet_requestPermissions',
    'personal_sign',
    'eth_signTypedData_v4',
    'eth_sendTransaction',
    'wallet_sendTransaction',
    'wallet_addEthereumChain',
    'wallet_sendCalls',
  ].includes(method)
}

export async function answerRequest(
  state: LabState,
  request: RequestArguments,
  options: LabAnswerOptions,
): Promise<unknown> {
  const answer = methods[request.method]
  if (answer) return answer(state, list(request.params), options)
  if (!/^(eth|net|web3)_/.test(request.method)) throw labErrors.missing(request.method)
  return askNode(state.fetch, chainOf(state), request)
}

const list = (params: unknown): readonly unknown[] => (Array.isArray(params) ? params : [])

const chainIdIn = (value: unknown): number | undefined =>
  value instanceof Object && 'chainId' in value ? parseChainId(value.chainId) : undefined

function chainOf({ chains, chainId }: LabState): LabChain {
  const chain = chains.find(({ id }) => id === chainId)
  if (!chain) throw labErrors.unknownChain()
  return chain
}

/** The account that was asked for, as long as the page may use it. */
function signer(state: LabState, address: unknown, { signsWrongly }: LabAnswerOptions): LabAccount {
  const wanted = String(address).toLowerCase()
  const account = state.accounts.find((each) => each.address.toLowerCase() === wanted)
  if (!account || accountsOf(state).length === 0) throw labErrors.unauthorised()
  return signsWrongly ? state.stranger : account
}

function send(state: LabState, transaction: unknown, options: LabAnswerOptions): Promise<Hex> {
  if (!(transaction instanceof Object)) throw labErrors.invalid('A transaction is an object')
  const wanted = chainIdIn(transaction)
  if (wanted !== undefined && wanted !== state.chainId) {
    throw labErrors.invalid(`The wallet is on ${state.chainId}, not on ${wanted}`)
  }
  const from = 'from' in transaction ? transaction.from : state.accounts[0]?.address
  return signer(state, from, options).sendTransaction(chainOf(state), { ...transaction })
}

async function sendCalls(state: LabState, [bundle]: readonly unknown[], options: LabAnswerOptions) {
  const { calls, from, id } = bundle as { calls?: unknown; from?: unknown; id?: unknown } // checked below
  if (!Array.isArray(calls) || calls.length === 0) throw labErrors.invalid('A bundle needs calls')
  const key = typeof id === 'string' ? id : toHex(BigInt(state.bundles.size + 1))
  const hashes: Hex[] = []
  if (state.isAtomic) {
    const account = signer(state, from ?? state.accounts[0]?.address, options)
    hashes.push(await sendBundle(account, chainOf(state), calls, state.fetch))
  } else for (const call of calls) hashes.push(await send(state, { ...call, from }, options))
  state.bundles.set(key, hashes)
  return { id: key }
}

async function callsStatus(state: LabState, [id]: readonly unknown[]) {
  const hashes = state.bundles.get(String(id))
  if (!hashes) throw labErrors.custom({ code: 5730, message: 'Unknown bundle id' })
  const node = chainOf(state)
  const receipts = await Promise.all(
    hashes.map((hash) => askNode(state.fetch, node, { method: 'eth_getTransactionReceipt', params: [hash] })),
  )
  const isReverted = receipts.some(
    (each) => each instanceof Object && 'status' in each && each.status === '0x0',
  )
  // EIP-5792: 500 undone as a whole, 600 in part.
  const status = !receipts.every(Boolean) ? 100 : !isReverted ? 200 : state.isAtomic ? 500 : 600
  return {
    version: '2.0.0',
    id,
    chainId: toHex(state.chainId),
    atomic: state.isAtomic,
    status,
    receipts: receipts.filter(Boolean),
  }
}
