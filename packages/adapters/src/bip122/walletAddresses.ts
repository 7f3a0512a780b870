/** Addresses as wallets list them: checked, with what each is for, and the one that pays first (S4-08). */
import { type Address, asAddress, type NetworkId } from '@latchkey/spec/caip'
import type { Network } from '@latchkey/spec/entities'
import { LatchkeyError } from '@latchkey/spec/errors'
import { isAddress } from '@latchkey/spec/validation'
import { type BitcoinAddress, readBitcoinAddress } from '@latchkey/verify/bitcoin'
import { type BitcoinNetwork, networkIdOf, networkNameOf } from './networks.js'
import type { AddressPurpose, WalletAddress } from './source.js'

const most = 100

/** What is no Bitcoin address is left out; what has no purpose of its own gets one from its kind. */
export function readWalletAddresses(value: unknown): readonly WalletAddress[] {
  const list: readonly unknown[] = Array.isArray(value) ? value.slice(0, most) : []
  const read = list.flatMap((each) => readOne(each) ?? [])
  const hasOther = read.some(({ kind }) => kind !== 'p2tr')
  const named = read.map(({ kind, purpose, ...rest }) => ({
    ...rest,
    // A taproot address beside another kind is where inscriptions are kept; alone it is for everything.
    purpose: purpose ?? (kind === 'p2tr' && hasOther ? 'ordinals' : 'payment'),
  }))
  const unique = named.filter(({ address }, at) => named.findIndex((each) => each.address === address) === at)
  return [...unique].sort((a, b) => Number(a.purpose === 'ordinals') - Number(b.purpose === 'ordinals'))
}

type Read = Omit<WalletAddress, 'purpose'> & {
  readonly kind: BitcoinAddress['script']['kind']
  readonly purpose: AddressPurpose | undefined
}

function readOne(value: unknown): Read | undefined {
  if (typeof value === 'string') return readOne({ address: value })
  if (!(value instanceof Object)) return undefined
  const { address, publicKey, path, purpose, intention } = value as Readonly<Record<string, unknown>> // each is checked below
  const read = typeof address === 'string' ? readAddressText(address) : undefined
  if (!read) return undefined
  const use = purposeOf(purpose ?? intention)
  // Wallets of several chains list addresses for other things too.
  if (use === 'other') return undefined
  const key = hexKey(publicKey)
  return {
    address: read.address,
    kind: read.script.kind,
    purpose: use,
    ...(key ? { publicKey: key } : {}),
    ...(typeof path === 'string' && path.length <= 100 ? { path } : {}),
  }
}

function purposeOf(value: unknown): AddressPurpose | 'other' | undefined {
  if (value === undefined || value === null) return undefined
  if (value === 'payment') return 'payment'
  return value === 'ordinals' || value === 'ordinal' ? 'ordinals' : 'other'
}

/** Public keys come as text or as bytes. */
function hexKey(value: unknown): string | undefined {
  if (value instanceof Uint8Array) {
    return value.length === 0
      ? undefined
      : [...value].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  }
  if (typeof value !== 'string' || !/^(?:[0-9a-f]{2}){32,65}$/i.test(value)) return undefined
  return value.toLowerCase()
}

/** In its proper spelling: the newer kinds may be written in capitals, as QR codes like them. */
export function readAddressText(text: string): (BitcoinAddress & { readonly address: Address }) | undefined {
  const read = readBitcoinAddress(text)
  if (!read) return undefined
  const isBech32 = /^(?:bc|tb|bcrt)1/i.test(text)
  return { ...read, address: asAddress(isBech32 ? text.toLowerCase() : text) }
}

type Family = BitcoinAddress['networks'][number]
const familyOf = (name: BitcoinNetwork): Family =>
  name === 'mainnet' ? 'main' : name === 'regtest' ? 'regtest' : 'test'

/** Whether an address may be used on a network; test networks share their addresses. */
export function isOnNetwork({ networks }: Pick<BitcoinAddress, 'networks'>, id: NetworkId): boolean {
  const name = networkNameOf(id)
  return name !== undefined && networks.includes(familyOf(name))
}

/** Where a wallet that says nothing else is, by one of its addresses; of several, the one that the page has. */
export function networkOfAddress(address: string, offered: readonly Network[]): NetworkId | undefined {
  const read = readBitcoinAddress(address)
  if (!read) return undefined
  const found = offered.find(({ caipNetworkId }) => isOnNetwork(read, caipNetworkId))
  if (found) return found.caipNetworkId
  const [family] = read.networks
  return networkIdOf(family === 'main' ? 'mainnet' : family === 'regtest' ? 'regtest' : 'testnet')
}

/** An address that somebody typed. Refused where it is none, and where it is one of another network than `on`. */
export function checkedAddress(
  text: string,
  on: readonly Pick<Network, 'caipNetworkId' | 'name'>[],
): Address {
  const typed = text.trim()
  const read = readAddressText(typed)
  if (!read) {
    if (isMistyped(typed)) throw new LatchkeyError('address.checksum', { address: typed })
    throw new LatchkeyError('address.invalid', { address: typed, ns: 'bip122' })
  }
  if (on.length === 0 || on.some(({ caipNetworkId }) => isOnNetwork(read, caipNetworkId))) return read.address
  const ns = on.map(({ name }) => name).join(', ')
  throw new LatchkeyError('address.invalid', { address: typed, ns, networks: read.networks })
}

/** The letters are right and the sum is not. One whose sum is right pays to a kind of script that nobody can spend. */
function isMistyped(text: string): boolean {
  if (/^(?:bc|tb|bcrt)1[02-9ac-hj-np-z]{11,87}$/i.test(text)) return !isAddress('bip122', text)
  return /^[123mn][1-9A-HJ-NP-Za-km-z]{25,34}$/.test(text)
}
