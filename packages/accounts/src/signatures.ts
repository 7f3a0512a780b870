/**
 * What the owner's key signs for messages and typed data, and the signature as a contract checks it. Both are bound to the
 * account and the network (ERC-7739): a signature for one account of an owner is worth nothing for another.
 */
import { concat, type Hex, keccak, left, size, sized, utf8, word } from './hex.js'
import { hashDomain, hashStruct, sortedTypeText, type TypedData, typeText } from './typedData.js'

export interface Signer {
  readonly account: Hex
  readonly chainId: number
}

/** Signs 32 bytes with the owner's key, as they are: 65 bytes of r, s and 27 or 28. */
export type Sign = (hash: Hex) => Promise<Hex>

const name = 'LatchkeyAccount'
const version = '1'
const personalSign = keccak(utf8('PersonalSign(bytes prefixed)'))
/** Ends a signature that says how its account is deployed (ERC-6492). */
const undeployed: Hex = `0x${'6492'.repeat(16)}`

/** EIP-191: text, or bytes as hex where `raw` is given. */
export type Message = string | { readonly raw: Hex }

export function hashMessage(message: Message): Hex {
  const data = typeof message === 'string' ? utf8(message) : message.raw
  return keccak(concat(utf8(`\x19Ethereum Signed Message:\n${size(data)}`), data))
}

export async function signMessage(message: Message, { account, chainId }: Signer, sign: Sign): Promise<Hex> {
  const domain = hashDomain({ name, version, chainId, verifyingContract: account })
  return sign(keccak(concat('0x1901', domain, keccak(concat(personalSign, hashMessage(message))))))
}

export async function signTypedData(data: TypedData, signer: Signer, sign: Sign): Promise<Hex> {
  const { domain, types, primaryType, message } = data
  const appDomain = hashDomain(domain, types)
  const contents = hashStruct(primaryType, types, message)
  const { contentsType, description } = describe(data)
  const type = `TypedDataSign(${primaryType} contents,string name,string version,uint256 chainId,address verifyingContract,bytes32 salt)${contentsType}`
  const nested = keccak(
    concat(
      keccak(utf8(type)),
      contents,
      keccak(utf8(name)),
      keccak(utf8(version)),
      word(BigInt(signer.chainId)),
      left(signer.account),
      word(0n),
    ),
  )
  const signature = await sign(keccak(concat('0x1901', appDomain, nested)))
  return concat(signature, appDomain, contents, description, word(BigInt(size(description)), 2))
}

/** Types go by name. Where the signed one is not the first of them, its name follows. */
function describe({ types, primaryType }: TypedData): { contentsType: string; description: Hex } {
  const contentsType = sortedTypeText(primaryType, types)
  const isFirst = contentsType === typeText(primaryType, types)
  return { contentsType, description: utf8(isFirst ? contentsType : `${contentsType}${primaryType}`) }
}

/** For whoever checks it before the account is deployed: they deploy it in their thoughts first. */
export function wrapUndeployed(
  signature: Hex,
  { factory, factoryData }: { readonly factory: Hex; readonly factoryData: Hex },
): Hex {
  const data = sized(factoryData)
  return concat(left(factory), word(96n), word(BigInt(96 + size(data))), data, sized(signature), undeployed)
}
