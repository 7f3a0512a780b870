/** Requests with types read from an ABI or from typed data. They ask the kit; of viem they take types, and no code. */
import type { ContractCall, Kit, TypedData as KitTypedData, ReadInput, SignInput } from '@latchkey/core'
import type {
  Abi,
  ContractFunctionArgs,
  ContractFunctionName,
  ContractFunctionParameters,
  ContractFunctionReturnType,
  TypedData,
  TypedDataDefinition,
} from 'viem'
import type { Eip1193Provider } from './provider.js'
import type { Hex } from './quantity.js'
import type { Eip155Transaction } from './transactions.js'

type ReadOnly = 'pure' | 'view'
type Writing = 'nonpayable' | 'payable'
type Request = Pick<SignInput, 'networkId' | 'signal'>

export type ReadContractInput<
  abi extends Abi | readonly unknown[],
  functionName extends ContractFunctionName<abi, ReadOnly>,
  args extends ContractFunctionArgs<abi, ReadOnly, functionName>,
> = ContractFunctionParameters<abi, ReadOnly, functionName, args> & ReadInput

/** Reads a contract; the answer has the type its ABI says. */
export function readContract<
  const abi extends Abi | readonly unknown[],
  functionName extends ContractFunctionName<abi, ReadOnly>,
  const args extends ContractFunctionArgs<abi, ReadOnly, functionName>,
>(
  kit: Pick<Kit, 'readContract'>,
  input: ReadContractInput<abi, functionName, args>,
): Promise<ContractFunctionReturnType<abi, ReadOnly, functionName, args>> {
  const { request, rest } = split(input)
  // viem decodes by the same ABI that these types are read from.
  return kit.readContract({ ...request, call: rest as unknown as ContractCall }) as Promise<
    ContractFunctionReturnType<abi, ReadOnly, functionName, args>
  >
}

export type WriteContractInput<
  abi extends Abi | readonly unknown[],
  functionName extends ContractFunctionName<abi, Writing>,
  args extends ContractFunctionArgs<abi, Writing, functionName>,
> = ContractFunctionParameters<abi, Writing, functionName, args> &
  Omit<Eip155Transaction, 'to' | 'data'> &
  Request

/** Sends a transaction that calls a contract; answers with its hash. */
export async function writeContract<
  const abi extends Abi | readonly unknown[],
  functionName extends ContractFunctionName<abi, Writing>,
  const args extends ContractFunctionArgs<abi, Writing, functionName>,
>(kit: Pick<Kit, 'writeContract'>, input: WriteContractInput<abi, functionName, args>): Promise<Hex> {
  const { request, rest } = split(input)
  const call = rest as unknown as ContractCall // the same fields, in the words of viem's types
  return asHex(await kit.writeContract({ ...request, namespace: 'eip155', call }))
}

/** Sends a transaction; answers with its hash. */
export async function sendTransaction(
  kit: Pick<Kit, 'sendTransaction'>,
  input: Eip155Transaction & Request,
): Promise<Hex> {
  const { request, rest: transaction } = split(input)
  return asHex(await kit.sendTransaction({ ...request, namespace: 'eip155', transaction }))
}

export type SignTypedDataInput<
  typedData extends TypedData | Record<string, unknown>,
  primaryType extends keyof typedData | 'EIP712Domain',
> = TypedDataDefinition<typedData, primaryType> & Request

/** Signs EIP-712 data; the message has the type its `types` say. */
export async function signTypedData<
  const typedData extends TypedData | Record<string, unknown>,
  primaryType extends keyof typedData | 'EIP712Domain',
>(kit: Pick<Kit, 'signTypedData'>, input: SignTypedDataInput<typedData, primaryType>): Promise<Hex> {
  const { request, rest } = split(input)
  // viem leaves out the domain or the message where there is none.
  const data = { domain: {}, message: {}, ...rest } as unknown as KitTypedData
  return asHex(await kit.signTypedData({ ...request, namespace: 'eip155', data }))
}

/** The wallet in front as libraries for Ethereum want it (EIP-1193); `undefined` while none is connected. */
export function getProvider(kit: Pick<Kit, 'store'>): Eip1193Provider | undefined {
  // Every session of this namespace's adapter has one, wallets behind a relay too.
  return kit.store.get().connections.eip155?.wallets[0]?.session.provider as Eip1193Provider | undefined
}

/** An address of the kit, of any namespace by its type, as the one of eip155 that ABIs want. */
export function hexAddress(address: string): Hex {
  if (/^0x[0-9a-f]{40}$/i.test(address)) return asHex(address)
  // A mistake of the program, not of a person: the catalogue of errors would weigh more than this whole entry.
  throw new TypeError(`${address} is no address of eip155`)
}

/** What is for the kit, and what is for the wallet. An option that is not given stays absent. */
function split<input extends Request>({ networkId, signal, ...rest }: input) {
  return { request: { ...(networkId ? { networkId } : {}), ...(signal ? { signal } : {}) }, rest }
}

/** Only for what was checked: here, or by the adapter, which lets nothing else through as a hash or a signature. */
const asHex = (value: string) => value as Hex
