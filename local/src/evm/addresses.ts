/** Where the local chain's contracts are. The same on every start: the deployer's nonces decide, and a test holds them. */
import type { Address } from 'viem'

/** Deployed by us, in this order, by the deployer's nonces 0, 1, 2 and so on. */
export const addresses = {
  weth: '0xC064BA4F8D097c65089a379f4A94E7cC15132CB4',
  usdc: '0x0162c4eb1539e0123DA26D8a6747f3dEB2e01fE2',
  dai: '0x8001d84541BdA0768CAd733103D8FE00566a49Fa',
  usdt: '0x8914676481FB178b792DE7BdD0f99770E5FC310f',
  toll: '0x97eF7dFb3cbee715BaFa8a64221Ae6f9E11d8c8C',
  stuck: '0x2D2DA39dc06De7F1071D2de50089E867502CFAb4',
  keys: '0x3fb681d82E44D0E6bbE4dD0472C5577162BF01cE',
  badges: '0x5A066a94bd0f4b9925aB499CEFeAeb3270fa1DCC',
  pairFactory: '0xD5D7472D61d23473fd9f91D2dc35aed984B051d3',
  router: '0x780DE3a0908aDcDce3B42D16104d66FF9701a2bD',
  nameRegistry: '0xF189395B1573e82DD5b35120e80A9A8f65823dbB',
  nameResolver: '0x0dEC9E2FB924B769d13d7CBA83B87A245B0CA614',
  reverseRegistrar: '0xb735cdD84fDc8490A6F29BF87C051925aEf25dD4',
  universalResolver: '0x5740c8d4Ca41cF72af3b7CA90f7e50144dC6d0D8',
} as const satisfies Record<string, Address>

export type ContractName = keyof typeof addresses

/** The exchange of concentrated liquidity and the token that trades there only, by the nonces of an account of their own. */
export const rangeAddresses = {
  reef: '0x92cFd7050d9c9b01E7df79d999DDA34dF4C86650',
  factory: '0x0A5Ef2f132FE38FA460bf50285325977EA6149AB',
  quoter: '0xc38016Cf9927C918aA0b7B5bA4C6E11B56a26796',
  router: '0x7d5d04067B97d64e2c90ba0A75a69E2369B2e120',
} as const satisfies Record<string, Address>

/** At the addresses that every client knows by heart. */
export const canonical = {
  multicall3: '0xcA11bde05977b3631167028862bE2a173976CA11',
  create2Deployer: '0x4e59b44847b379578588920cA78FbF26c0B4956C',
  entryPoint07: '0x0000000071727De22E5E9d8BAf0edAc6f37da032',
  entryPoint08: '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108',
  farcasterIds: '0x00000000Fc6c5F01Fc30151999387Bb99A9f489b',
  farcasterKeys: '0x00000000Fc1237824fb747aBDE0FF18990E59b7e',
} as const satisfies Record<string, Address>

/** Smart accounts, by CREATE2 with salt 0: their bytecode decides, so that they are the same on every network. */
export const smartAccounts = {
  implementation: '0xB7453C64d0EbED4092Bc1f8Ee41cccAAB537fF1c',
  factory: '0x783403ecAE7773847fb39b7c9457957AA3fce454',
  sessionValidator: '0x995A2B4F50034d901A8c83c111b4ff3A0Da66156',
  /** Follows its owner and its signer too, who are of the local chain. */
  paymaster: '0x5A3d730c21640e9D132c84C21c1Cdc730A2D2B84',
} as const satisfies Record<string, Address>

/** What a token does that a plain ERC-20 does not. */
export type TokenKind =
  | 'plain'
  | 'permit'
  | 'returns-nothing'
  | 'fee-on-transfer'
  | 'refuses-transfer'
  | 'wrapped-native'

export interface LocalToken {
  readonly address: Address
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  readonly kind: TokenKind
}

export const tokens = {
  weth: {
    address: addresses.weth,
    name: 'Wrapped Ether',
    symbol: 'WETH',
    decimals: 18,
    kind: 'wrapped-native',
  },
  usdc: { address: addresses.usdc, name: 'Local USD Coin', symbol: 'USDC', decimals: 6, kind: 'permit' },
  dai: { address: addresses.dai, name: 'Local Dai', symbol: 'DAI', decimals: 18, kind: 'plain' },
  usdt: {
    address: addresses.usdt,
    name: 'Local Tether',
    symbol: 'USDT',
    decimals: 6,
    kind: 'returns-nothing',
  },
  toll: { address: addresses.toll, name: 'Toll', symbol: 'TOLL', decimals: 18, kind: 'fee-on-transfer' },
  stuck: { address: addresses.stuck, name: 'Stuck', symbol: 'STUCK', decimals: 18, kind: 'refuses-transfer' },
} as const satisfies Record<string, LocalToken>

export type TokenName = keyof typeof tokens

/** Nobody has any but who fills the pools: the purses of the people stay as their history left them. */
export const reef: LocalToken = {
  address: rangeAddresses.reef,
  name: 'Reef',
  symbol: 'REEF',
  decimals: 18,
  kind: 'plain',
}
