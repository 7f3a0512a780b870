/** CAIP-10 account ids and CAIP-19 asset ids, apart from the network ids that every page needs. */
import {
  type AccountId,
  type AccountIdParts,
  type AssetId,
  type AssetIdParts,
  asAddress,
  isNamespace,
  type NetworkId,
  networkId,
} from './networkIds.js'

const accountPattern = /^([-a-z0-9]{3,8}):([-_a-zA-Z0-9]{1,32}):([-.%a-zA-Z0-9]{1,128})$/
const assetPattern =
  /^([-a-z0-9]{3,8}):([-_a-zA-Z0-9]{1,32})\/([-a-z0-9]{3,8}):([-.%a-zA-Z0-9]{1,128})(?:\/([-.%a-zA-Z0-9]{1,78}))?$/

export function assetId(parts: {
  readonly networkId: NetworkId
  readonly assetNamespace: string
  readonly assetReference: string
  readonly tokenId?: string | undefined
}): AssetId {
  const asset: AssetId = `${parts.networkId}/${parts.assetNamespace}:${parts.assetReference}`
  return parts.tokenId === undefined ? asset : `${asset}/${parts.tokenId}`
}

/** S5-04: three parts and a known namespace, else undefined. */
export function parseAccountId(value: string): AccountIdParts | undefined {
  const [, namespace, reference, address] = accountPattern.exec(value) ?? []
  if (reference === undefined || address === undefined || !isNamespace(namespace)) return undefined
  return {
    namespace,
    reference,
    networkId: networkId({ namespace, reference }),
    address: asAddress(address),
  }
}

export function parseAssetId(value: string): AssetIdParts | undefined {
  const [, namespace, reference, assetNamespace, assetReference, tokenId] = assetPattern.exec(value) ?? []
  if (reference === undefined || assetNamespace === undefined || assetReference === undefined)
    return undefined
  if (!isNamespace(namespace)) return undefined
  return {
    namespace,
    reference,
    networkId: networkId({ namespace, reference }),
    assetNamespace,
    assetReference,
    ...(tokenId === undefined ? {} : { tokenId }),
  }
}

export function isAccountId(value: unknown): value is AccountId {
  return typeof value === 'string' && parseAccountId(value) !== undefined
}

export function isAssetId(value: unknown): value is AssetId {
  return typeof value === 'string' && parseAssetId(value) !== undefined
}
