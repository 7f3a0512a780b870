/** Tokens of both token programs: what a mint says, and which accounts hold it for whom. */
import { type AskNode, type ChainAccount, fieldsOf, readAccount, valueOf } from './ask.js'
import { base58 } from './base58.js'
import { type Address, getAddressEncoder, getProgramDerivedAddress, isAddress } from './kit.bundled.js'
import { associatedTokenProgram, token2022Program, tokenProgram } from './programs.js'

export const isTokenProgram = (owner: string): boolean => owner === tokenProgram || owner === token2022Program

/** Extensions lie behind the longer of the two, and the byte before them says which it is. */
const [mintLength, accountLength, kindOffset] = [82, 165, 165]
const kinds = { mint: 1, account: 2 } as const

export interface Mint {
  readonly program: string
  readonly decimals: number
}

export function readMint({ owner, data }: ChainAccount): Mint | undefined {
  const isMint = data.length === mintLength || data[kindOffset] === kinds.mint
  const decimals = data[44]
  if (!isTokenProgram(owner) || !isMint || decimals === undefined || data[45] !== 1) return undefined
  return { program: owner, decimals }
}

export interface TokenHolding {
  readonly mint: string
  readonly owner: string
  readonly amount: bigint
}

export function readHolding({ owner, data }: ChainAccount): TokenHolding | undefined {
  const isHolding =
    data.length === accountLength || (data.length > accountLength && data[kindOffset] === kinds.account)
  if (!isTokenProgram(owner) || !isHolding) return undefined
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  return {
    mint: base58(data.slice(0, 32)),
    owner: base58(data.slice(32, 64)),
    amount: view.getBigUint64(64, true),
  }
}

export interface TokenAccountOf {
  readonly owner: string
  readonly mint: string
  readonly program: string
}

/** Where tokens for `owner` go unless they say otherwise. */
export async function tokenAccountOf({ owner, mint, program }: TokenAccountOf): Promise<string> {
  const encoder = getAddressEncoder()
  const [account] = await getProgramDerivedAddress({
    programAddress: associatedTokenProgram as Address, // a constant of the network, in base58
    seeds: [owner, program, mint].map((each) => encoder.encode(checked(each))),
  })
  return account
}

function checked(address: string): Address {
  if (isAddress(address)) return address
  throw new TypeError(`${address} is no address of Solana`)
}

export interface OwnHolding extends TokenHolding {
  readonly address: string
}

/** Every account in which `owner` holds `mint`. */
export async function holdingsOf(ask: AskNode, owner: string, mint: string): Promise<readonly OwnHolding[]> {
  const method = 'getTokenAccountsByOwner'
  const params = [owner, { mint }, { encoding: 'base64', commitment: 'confirmed' }]
  const found = valueOf(await ask(method, params))
  const list: readonly unknown[] = Array.isArray(found) ? found : []
  return list.flatMap((entry) => {
    const { pubkey, account } = fieldsOf(entry) ?? {}
    const read = readAccount(account, method)
    const holding = read && readHolding(read)
    return holding && typeof pubkey === 'string' ? [{ ...holding, address: pubkey }] : []
  })
}
