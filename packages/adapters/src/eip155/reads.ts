/** Reads of eip155 networks: several nodes behind each other, ranked and retried by the kit's own client (S8-33, S9-09). */
import {
  type AdapterContext,
  type ContractCall,
  createFallback,
  createRpc,
  type Fallback,
  type NativeBalance,
  type RpcTransport,
  type Simulation,
  type TransactionFee,
  type TransactionQuestion,
  type TransactionRequest,
  type TransactionSighting,
} from '@latchkey/core'
import type { Address } from '@latchkey/spec/caip'
import type { Network } from '@latchkey/spec/entities'
import { LatchkeyError } from '@latchkey/spec/errors'
import { chainIdOf } from './networks.js'
import { checkChainId, checkFields } from './place.js'
import { ask, type Eip1193Provider } from './provider.js'
import { eip155NetworkId, type Hex, parseAmount, toHex } from './quantity.js'
import { amount, rpcTransaction } from './transactions.js'

interface ReadInput {
  readonly network: Network
  readonly signal: AbortSignal
}

export interface VerifyInput {
  readonly address: Address
  readonly hash: Hex
  readonly signature: Hex
  readonly chainId: number
  /** Asked where the page has no node of its own for the network. */
  readonly provider: Eip1193Provider
}

export interface Reads {
  getBalance(input: ReadInput & { readonly address: Address }): Promise<NativeBalance>
  estimateGas(
    input: ReadInput & { readonly address: Address; readonly transaction: TransactionRequest },
  ): Promise<bigint>
  readContract(input: ReadInput & { readonly call: ContractCall }): Promise<unknown>
  simulate(
    input: ReadInput & {
      readonly address: Address
      readonly calls: readonly TransactionRequest[]
      readonly tokens: readonly Address[]
      readonly holder?: Address
    },
  ): Promise<Simulation | undefined>
  getFee(
    input: ReadInput & {
      readonly address: Address
      readonly transaction: TransactionRequest
      readonly gas?: bigint
    },
  ): Promise<TransactionFee>
  isContract(input: ReadInput & { readonly address: Address }): Promise<boolean>
  resolveName(input: ReadInput & { readonly name: string }): Promise<Address | undefined>
  getTransaction(input: TransactionQuestion): Promise<TransactionSighting>
  verifySignature(input: VerifyInput): Promise<boolean>
  stop(): void
}

export function createReads(context: AdapterContext): Reads {
  const { clock, fetch, rpcUrls, options, networks } = context
  const nodes = new Map<string, Fallback>()

  function nodeOf(network: Network): RpcTransport {
    const known = nodes.get(network.caipNetworkId)
    if (known) return known
    const transports = rpcUrls(network).map((url) => createRpc({ url, clock, fetch }))
    // A page with a gateway talks to its own host; other nodes are a last resort and not even measured.
    const ranking = options.gatewayUrl ? {} : { ping: 'eth_blockNumber', isActive: isPageVisible }
    const node = createFallback({ transports, clock, ...ranking })
    nodes.set(network.caipNetworkId, node)
    return node
  }

  async function call({ network, signal }: ReadInput, method: string, params: readonly unknown[]) {
    return nodeOf(network).request({ method, params, signal })
  }

  async function readContract(input: ReadInput & { readonly call: ContractCall }) {
    const { contractAddress, contractData, contractResult } = await import('./contracts.js')
    checkFields(input.call, ['address', 'abi', 'functionName', 'args', 'value', 'chainId'])
    const { value, ...asked }: ContractCall & { readonly chainId?: unknown } = input.call
    checkChainId(asked.chainId, placeOf(input.network))
    const request = {
      to: contractAddress(asked),
      data: contractData(asked),
      ...(value === undefined ? {} : { value: toHex(amount(value)) }),
    }
    const answer = await call(input, 'eth_call', [request, 'latest'])
    return contractResult(asked, answer as Hex) // viem refuses what is not hexadecimal
  }

  return {
    async getBalance(input) {
      const token = options.tokens?.[input.network.caipNetworkId]
      if (token) return (await import('./tokenBalance.js')).tokenBalance(readContract, input, token.address)
      const value = quantity(await call(input, 'eth_getBalance', [input.address, 'latest']), 'eth_getBalance')
      const { decimals, symbol } = input.network.nativeCurrency
      return { value, decimals, symbol }
    },
    async estimateGas(input) {
      const place = { ...placeOf(input.network), from: input.address }
      const params = [rpcTransaction(input.transaction, place)]
      return quantity(await call(input, 'eth_estimateGas', params), 'eth_estimateGas')
    },
    readContract,
    async getFee({ address, transaction, gas, ...input }) {
      const { transactionFee } = await import('./fees.js')
      const place = { ...placeOf(input.network), from: address }
      return transactionFee({
        transaction,
        gas,
        place,
        call: (method, params) => call(input, method, params),
      })
    },
    async resolveName({ name, network, signal }) {
      // The registry is on Ethereum, wherever the name is used.
      const ethereum = context.networks.find(({ caipNetworkId }) => caipNetworkId === 'eip155:1')
      if (!ethereum) return undefined
      const { ensAddress } = await import('./ens.js')
      const ask = (method: string, params: readonly unknown[]) =>
        call({ network: ethereum, signal }, method, params)
      return ensAddress({ name, chainId: chainIdOf(network), call: ask })
    },
    async isContract({ address, ...input }) {
      const { isContractCode } = await import('./transfers.js')
      return isContractCode(await call(input, 'eth_getCode', [address, 'latest']))
    },
    async simulate({ address, calls, tokens, holder = address, ...input }) {
      const { simulate } = await import('./simulate.js')
      const place = { ...placeOf(input.network), from: address }
      return simulate({ calls, tokens, holder, place, ask: (params) => call(input, 'eth_call', params) })
    },
    async getTransaction(input) {
      const { getTransaction } = await import('./transaction.js')
      return getTransaction((method, params) => call(input, method, params), input)
    },
    async verifySignature({ chainId, provider, ...input }) {
      const network = networks.find(({ caipNetworkId }) => caipNetworkId === eip155NetworkId(chainId))
      const node = network ? nodeOf(network) : undefined
      const { isContractSignature } = await import('./contractSignature.js')
      return isContractSignature({
        ...input,
        request: (request) =>
          node
            ? node.request({ method: request.method, params: paramsOf(request.params) })
            : ask(provider, request),
      })
    },
    stop() {
      for (const node of nodes.values()) node.stop()
    },
  }
}

/** A read goes to a network of the page, wherever the wallet is. */
const placeOf = (network: Network) => ({ chainId: chainIdOf(network), wallet: 'the page' })

const paramsOf = (params: unknown): readonly unknown[] => (Array.isArray(params) ? params : [])

const isPageVisible = () => typeof document === 'undefined' || document.visibilityState === 'visible'

function quantity(answer: unknown, method: string): bigint {
  const value = parseAmount(answer)
  if (value !== undefined) return value
  throw new LatchkeyError('rpc.failed', { method, reason: 'the answer is no number' })
}
