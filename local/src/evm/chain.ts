/** The EVM itself: one EDR provider behind a plain `request`, with its subscriptions as a callback. */
import {
  ContractDecoder,
  EdrContext,
  L1_CHAIN_TYPE,
  l1GenesisState,
  l1HardforkFromString,
  l1ProviderFactory,
  MineOrdering,
  OSAKA,
} from '@nomicfoundation/edr'
import { type Address, type Hex, hexToBytes } from 'viem'
import { withBounds } from './bounds.js'
import { chainId } from './chainId.js'

const blockGasLimit = 60_000_000n
/** EIP-7825 caps one transaction at 2^24 gas from Osaka on. */
const transactionGasLimit = 16_777_216n

export interface GenesisAccount {
  readonly address: Address
  readonly balance?: bigint
  readonly code?: Hex
}

export interface ChainOptions {
  readonly genesis: readonly GenesisAccount[]
  /** Unix seconds of block 0. */
  readonly genesisTime: number
  /** Keys the node signs for when asked with eth_sendTransaction. */
  readonly privateKeys: readonly Hex[]
  readonly onSubscription: (event: { id: Hex; result: unknown }) => void
}

/** What EDR answers: JSON-RPC without the `jsonrpc` member. */
export type ChainAnswer = { result: unknown } | { error: ChainError }
export interface ChainError {
  readonly code: number
  readonly message: string
  readonly data?: unknown
}

export interface Chain {
  handle(method: string, params: unknown): Promise<ChainAnswer>
}

// EDR allows one context per process, whatever the number of chains made from it.
let sharedContext: Promise<EdrContext> | undefined
function edrContext(): Promise<EdrContext> {
  sharedContext ??= (async () => {
    const context = new EdrContext()
    await context.registerProviderFactory(L1_CHAIN_TYPE, l1ProviderFactory())
    return context
  })()
  return sharedContext
}

export async function createChain(options: ChainOptions): Promise<Chain> {
  const context = await edrContext()
  const genesisState = [
    ...l1GenesisState(l1HardforkFromString(OSAKA)),
    ...options.genesis.map(({ address, balance, code }) => ({
      address: hexToBytes(address),
      ...(balance === undefined ? {} : { balance }),
      ...(code === undefined ? {} : { code: hexToBytes(code) }),
    })),
  ]
  const provider = await context.createProvider(
    L1_CHAIN_TYPE,
    {
      // Many transactions in one second would otherwise push the chain's clock ahead of everybody's.
      allowBlocksWithSameTimestamp: true,
      allowUnlimitedContractSize: true,
      bailOnCallFailure: true,
      // A failed transaction is mined and has a receipt, as on a real network.
      bailOnTransactionFailure: false,
      chainId: BigInt(chainId),
      coinbase: hexToBytes('0x00000000000000000000000000000000c01bba5e'),
      defaultTransactionGasLimit: transactionGasLimit,
      genesisState,
      // Osaka has the P-256 precompile that passkey accounts verify with.
      hardfork: OSAKA,
      initialBaseFeePerGas: 1_000_000_000n,
      minGasPrice: 0n,
      mining: {
        autoMine: true,
        blockGasLimit,
        memPool: { order: MineOrdering.Priority },
      },
      network: { genesisBlockGasLimit: blockGasLimit, genesisBlockTime: BigInt(options.genesisTime) },
      networkId: BigInt(chainId),
      observability: {},
      ownedAccounts: [...options.privateKeys],
      precompileOverrides: [],
    },
    { enable: false, decodeConsoleLogInputsCallback: () => [], printLineCallback: () => {} },
    {
      subscriptionCallback: ({ filterId, result }) =>
        options.onSubscription({ id: `0x${filterId.toString(16)}`, result }),
    },
    new ContractDecoder(),
  )
  return withBounds({
    async handle(method, params) {
      const { data } = await provider.handleRequest(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
      // EDR hands large answers over as parsed objects and small ones as text; both are JSON-RPC answers.
      return (typeof data === 'string' ? JSON.parse(data) : data) as ChainAnswer
    },
  })
}
