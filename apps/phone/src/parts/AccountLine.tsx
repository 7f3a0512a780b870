/** An address with the name that the local world has for it. */
import { shortAddress } from '../words/amount.js'
import { useSelect } from './useWallet.js'

export function useName(address: string): string | undefined {
  const names = useSelect(({ facts }) => facts.names)
  // Only addresses of eip155 are the same in other cases of their letters.
  const key = address.startsWith('0x') ? address.toLowerCase() : address
  return Object.hasOwn(names, key) ? names[key] : undefined
}

/** In full, because somebody decides about it. */
export function AddressText({ address }: { address: string }) {
  const name = useName(address)
  return (
    <span className="address">
      {name && <strong>{name}</strong>}
      <code>{address}</code>
    </span>
  )
}

export function AccountText({ address }: { address: string }) {
  const name = useName(address)
  return (
    <span className="two">
      <strong>{name ?? shortAddress(address)}</strong>
      <small title={address}>{shortAddress(address)}</small>
    </span>
  )
}
