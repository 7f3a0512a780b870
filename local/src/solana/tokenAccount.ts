/** Token accounts and mints as bytes lay them out; Token-2022 has the same beginning. */
import { type Address, type EncodedAccount, getAddressDecoder } from '@solana/kit'
import { isTokenProgram, programs } from './programs.js'

const mintSize = 82
const accountSize = 165
/** Behind the first part, Token-2022 says which of the two it is. */
const kindAt = 165
const addressDecoder = getAddressDecoder()

export interface TokenAmount {
  readonly amount: string
  readonly decimals: number
  readonly uiAmount: number
  readonly uiAmountString: string
}

export interface TokenHolding {
  readonly mint: Address
  readonly owner: Address
  readonly programId: Address
  readonly uiTokenAmount: TokenAmount
}
export interface TokenBalance extends TokenHolding {
  readonly accountIndex: number
}

type Find = (address: Address) => EncodedAccount | undefined

function kindOf({ data, programAddress }: EncodedAccount): 'mint' | 'account' | undefined {
  if (!isTokenProgram(programAddress)) return undefined
  if (data.length === mintSize) return 'mint'
  if (data.length === accountSize) return 'account'
  if (programAddress !== programs.token2022 || data.length <= kindAt) return undefined
  return data[kindAt] === 1 ? 'mint' : data[kindAt] === 2 ? 'account' : undefined
}

const viewOf = (data: Uint8Array | EncodedAccount['data']) =>
  new DataView(data.buffer, data.byteOffset, data.byteLength)
const addressAt = (data: EncodedAccount['data'], offset: number) => addressDecoder.decode(data, offset)
const optionalAt = (data: EncodedAccount['data'], offset: number) =>
  viewOf(data).getUint32(offset, true) === 0 ? null : addressAt(data, offset + 4)

const decimalsOf = (mint: EncodedAccount | undefined) =>
  mint && kindOf(mint) === 'mint' ? (mint.data[44] ?? 0) : 0

/** Exact; the float beside it is what nodes say and nobody should use. */
export function amountOf(units: bigint, decimals: number): TokenAmount {
  const digits = units.toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const rest = digits.slice(digits.length - decimals).replace(/0+$/, '')
  const uiAmountString = rest ? `${whole}.${rest}` : whole
  return { amount: units.toString(), decimals, uiAmount: Number(uiAmountString), uiAmountString }
}

export function readTokenAccount(account: EncodedAccount | undefined, find: Find): TokenHolding | undefined {
  if (!account || kindOf(account) !== 'account') return undefined
  const { data } = account
  const mint = addressAt(data, 0)
  return {
    mint,
    owner: addressAt(data, 32),
    programId: account.programAddress,
    uiTokenAmount: amountOf(viewOf(data).getBigUint64(64, true), decimalsOf(find(mint))),
  }
}

const states = ['uninitialized', 'initialized', 'frozen'] as const

/** As `jsonParsed` shows it; undefined for what is neither a mint nor an account of a token program. */
export function parseTokenData(account: EncodedAccount, find: Find) {
  const kind = kindOf(account)
  if (!kind) return undefined
  const { data, programAddress } = account
  const view = viewOf(data)
  const program = programAddress === programs.token2022 ? 'spl-token-2022' : 'spl-token'
  if (kind === 'mint') {
    const info = {
      decimals: data[44] ?? 0,
      freezeAuthority: optionalAt(data, 46),
      isInitialized: data[45] === 1,
      mintAuthority: optionalAt(data, 0),
      supply: view.getBigUint64(36, true).toString(),
    }
    return { program, space: data.length, parsed: { type: 'mint', info } }
  }
  const held = readTokenAccount(account, find)
  if (!held) return undefined
  const delegate = optionalAt(data, 72)
  const closeAuthority = optionalAt(data, 129)
  const isNative = view.getUint32(109, true) === 1
  const { decimals } = held.uiTokenAmount
  const info = {
    ...(closeAuthority ? { closeAuthority } : {}),
    ...(delegate ? { delegate, delegatedAmount: amountOf(view.getBigUint64(121, true), decimals) } : {}),
    isNative,
    mint: held.mint,
    owner: held.owner,
    ...(isNative ? { rentExemptReserve: amountOf(view.getBigUint64(113, true), decimals) } : {}),
    state: states[data[108] ?? 0] ?? 'uninitialized',
    tokenAmount: held.uiTokenAmount,
  }
  return { program, space: data.length, parsed: { type: 'account', info } }
}
