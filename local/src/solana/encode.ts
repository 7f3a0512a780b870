/** Accounts in the encodings that callers ask for. */
import {
  type Address,
  type EncodedAccount,
  getBase58Decoder,
  getBase58Encoder,
  getBase64Decoder,
  getBase64Encoder,
} from '@solana/kit'
import { RpcFailure } from './rpcFailure.js'
import { parseTokenData } from './tokenAccount.js'

const toBase58 = getBase58Decoder()
const toBase64 = getBase64Decoder()
const fromBase58 = getBase58Encoder()
const fromBase64 = getBase64Encoder()
/** Larger data is not given as base58, which takes too long. */
const largestBase58 = 128

export const accountEncodings = ['base58', 'base64', 'jsonParsed'] as const
export interface AccountView {
  readonly encoding?: (typeof accountEncodings)[number] | null | undefined
  readonly dataSlice?: { readonly offset: number; readonly length: number } | null | undefined
}

type Find = (address: Address) => EncodedAccount | undefined

export function showAccount(account: EncodedAccount, view: AccountView, find: Find) {
  return {
    lamports: account.lamports,
    data: showData(account, view, find),
    owner: account.programAddress,
    executable: account.executable,
    // No account pays rent any more; this is what nodes say of all of them.
    rentEpoch: 18_446_744_073_709_551_615n,
    space: account.data.length,
  }
}

function showData(account: EncodedAccount, { encoding, dataSlice }: AccountView, find: Find) {
  if (encoding === 'jsonParsed') {
    const parsed = parseTokenData(account, find)
    if (parsed) return parsed
  }
  const { data } = account
  const bytes = dataSlice ? data.slice(dataSlice.offset, dataSlice.offset + dataSlice.length) : data
  if (encoding === 'base64' || encoding === 'jsonParsed') return [toBase64.decode(bytes), 'base64']
  if (bytes.length > largestBase58)
    throw new RpcFailure(
      -32600,
      'Encoded binary (base 58) data should be less than 128 bytes, please use Base64 encoding.',
    )
  // Without an encoding the data is a bare text: the oldest clients expect that.
  return encoding === undefined || encoding === null
    ? toBase58.decode(bytes)
    : [toBase58.decode(bytes), 'base58']
}

export function readBytes(text: string, encoding: 'base58' | 'base64'): Uint8Array {
  try {
    return new Uint8Array(encoding === 'base64' ? fromBase64.encode(text) : fromBase58.encode(text))
  } catch {
    throw new RpcFailure(-32602, `invalid ${encoding} encoding`)
  }
}

export const encodeBytes = (bytes: Uint8Array, encoding: 'base58' | 'base64'): [string, string] => [
  (encoding === 'base64' ? toBase64 : toBase58).decode(bytes),
  encoding,
]
export const base58Of = (bytes: Uint8Array): string => toBase58.decode(bytes)
