/**
 * The entities of section 3: one valibot schema each, and the type derived from it. Field names are the spec's.
 * valibot marks its functions as free of side effects, so unused schemas leave a bundle without further notes.
 */
import * as v from 'valibot'
import { decimalOfNumber, isDecimal } from './amounts.js'
import {
  type AccountId,
  type Address,
  asAddress,
  isAccountId,
  isNetworkId,
  type NetworkId,
  namespaces,
} from './caip.js'
import { accountTypes, redirectProviders, socialProviders, themeModes } from './options.js'
import { connectionStatuses } from './states.js'

/* @__NO_SIDE_EFFECTS__ */
const list = <Schema extends v.GenericSchema>(schema: Schema) => v.pipe(v.array(schema), v.readonly())

export const namespaceSchema = v.picklist(namespaces)
export const networkIdSchema = v.custom<NetworkId>(isNetworkId, 'Not a network id')
export const accountIdSchema = v.custom<AccountId>(isAccountId, 'Not an account id')
export const addressSchema = v.pipe(
  v.string(),
  v.nonEmpty(),
  v.transform((value): Address => asAddress(value)),
)
/** A decimal number as a string, never a float (D-14). */
export const decimalSchema = v.pipe(v.string(), v.check(isDecimal, 'Not a decimal number'))
/** Other servers write prices and fiat values as JSON numbers; they become decimal strings at the edge (D-14). */
export const decimalInputSchema = v.union([
  decimalSchema,
  v.pipe(v.number(), v.finite(), v.minValue(0), v.transform(decimalOfNumber)),
])
export const hexSchema = v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]*$/, 'Not a hexadecimal string'))
export const decimalsSchema = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255))
export const accountTypeSchema = v.picklist(accountTypes)
export const socialProviderSchema = v.picklist(socialProviders)
export const redirectProviderSchema = v.picklist(redirectProviders)
export const themeModeSchema = v.picklist(themeModes)
const optionalString = v.optional(v.string())

/** S3-02 */
export const accountSchema = v.object({
  namespace: namespaceSchema,
  address: addressSchema,
  type: accountTypeSchema,
  publicKey: optionalString,
  path: optionalString,
})
export type Account = v.InferOutput<typeof accountSchema>
export type { AccountType } from './options.js'

/** S3-03; `rpcUrls` and `blockExplorers` have the shape chain libraries use, so their chains fit. */
export const networkSchema = v.object({
  id: v.union([v.string(), v.number()]),
  chainNamespace: namespaceSchema,
  caipNetworkId: networkIdSchema,
  name: v.string(),
  nativeCurrency: v.object({
    name: v.string(),
    symbol: v.string(),
    decimals: decimalsSchema,
  }),
  rpcUrls: v.objectWithRest(
    {
      default: v.object({
        http: list(v.string()),
        webSocket: v.optional(list(v.string())),
      }),
    },
    v.object({
      http: list(v.string()),
      webSocket: v.optional(list(v.string())),
    }),
  ),
  blockExplorers: v.optional(
    v.objectWithRest(
      {
        default: v.object({
          name: v.string(),
          url: v.string(),
          apiUrl: optionalString,
        }),
      },
      v.object({
        name: v.string(),
        url: v.string(),
        apiUrl: optionalString,
      }),
    ),
  ),
  testnet: v.optional(v.boolean()),
  assets: v.optional(v.object({ imageUrl: optionalString, imageId: optionalString })),
})
export type Network = v.InferOutput<typeof networkSchema>

/** S3-04 */
export const networkStateSchema = v.object({
  caipNetwork: v.optional(networkSchema),
  approvedCaipNetworkIds: v.optional(list(networkIdSchema)),
  requestedCaipNetworks: list(networkSchema),
  supportsAllNetworks: v.boolean(),
  smartAccountEnabledNetworks: list(v.number()),
})
export type NetworkState = v.InferOutput<typeof networkStateSchema>

/** S3-05; amounts and prices are decimal strings (D-14). */
export const tokenBalanceSchema = v.object({
  name: v.string(),
  symbol: v.string(),
  chainId: networkIdSchema,
  /** Absent for the native currency. */
  address: optionalString,
  value: v.optional(decimalInputSchema),
  price: decimalInputSchema,
  quantity: v.object({
    decimals: v.pipe(v.string(), v.digits()),
    numeric: decimalSchema,
  }),
  iconUrl: v.string(),
})
export type TokenBalance = v.InferOutput<typeof tokenBalanceSchema>

/** S3-06: one asset of `wallet_getAssets`; the balance is a hex string. */
export const walletAssetSchema = v.object({
  address: v.string(),
  balance: hexSchema,
  type: v.picklist(['ERC20', 'NATIVE']),
  metadata: v.object({
    name: v.string(),
    symbol: v.string(),
    decimals: decimalsSchema,
    price: decimalInputSchema,
    iconUrl: v.string(),
  }),
})
/** S3-06: by chain id, as the wallet writes it. */
export const walletAssetsSchema = v.record(v.string(), list(walletAssetSchema))
export type WalletAsset = v.InferOutput<typeof walletAssetSchema>
export type WalletAssets = v.InferOutput<typeof walletAssetsSchema>

const nullableString = v.optional(v.nullable(v.string()))

/** S3-07; directories send null for what a wallet lacks. */
export const walletListingSchema = v.object({
  id: v.string(),
  image_id: nullableString,
  rdns: nullableString,
  name: v.string(),
  chains: v.optional(list(v.string())),
  mobile_link: nullableString,
  desktop_link: nullableString,
  webapp_link: nullableString,
})
export type WalletListing = v.InferOutput<typeof walletListingSchema>

/** S3-08 */
export const connectorTypes = [
  'EXTERNAL',
  'WALLET_CONNECT',
  'INJECTED',
  'ANNOUNCED',
  'AUTH',
  'MULTI_CHAIN',
] as const
export type ConnectorType = (typeof connectorTypes)[number]

/** S3-08; the provider is a live object and passes through unchecked. */
export const connectorInfoSchema = v.object({
  id: v.string(),
  name: v.string(),
  imageUrl: optionalString,
  imageId: optionalString,
  chain: namespaceSchema,
  type: v.picklist(connectorTypes),
  provider: v.optional(v.unknown()),
  explorerId: optionalString,
  info: v.optional(v.object({ rdns: optionalString })),
})
export type ConnectorInfo = v.InferOutput<typeof connectorInfoSchema>

/** S3-09 */
export const recentWalletSchema = v.object({ id: v.string() })
export type RecentWallet = v.InferOutput<typeof recentWalletSchema>
export const deepLinkChoiceSchema = v.object({
  name: v.string(),
  href: v.string(),
})
export type DeepLinkChoice = v.InferOutput<typeof deepLinkChoiceSchema>

/** S3-01: the wallet behind a connection, as the account area shows it. */
export const connectedWalletInfoSchema = v.object({
  name: v.string(),
  icon: optionalString,
  type: optionalString,
  identifier: optionalString,
  social: v.optional(socialProviderSchema),
})
export type ConnectedWalletInfo = v.InferOutput<typeof connectedWalletInfoSchema>

/** S3-01 */
export const accountStateSchema = v.object({
  caipAddress: v.optional(accountIdSchema),
  address: v.optional(addressSchema),
  balance: v.optional(decimalSchema),
  balanceSymbol: optionalString,
  profileName: nullableString,
  profileImage: nullableString,
  user: v.optional(v.object({ email: optionalString, username: optionalString })),
  tokenBalance: v.optional(list(tokenBalanceSchema)),
  smartAccountDeployed: v.optional(v.boolean()),
  status: v.picklist(connectionStatuses),
  socialProvider: v.optional(socialProviderSchema),
  preferredAccountTypes: v.optional(accountTypeSchema),
  allAccounts: list(v.object({ address: addressSchema, type: accountTypeSchema })),
  addressLabels: v.optional(v.record(v.string(), v.string())),
  connectedWalletInfo: v.optional(connectedWalletInfoSchema),
})
export type AccountState = v.InferOutput<typeof accountStateSchema>

/** S3-10 */
export const sendStateSchema = v.object({
  token: v.optional(tokenBalanceSchema),
  sendTokenAmount: v.optional(decimalSchema),
  receiverAddress: optionalString,
  receiverProfileImageUrl: optionalString,
  receiverProfileName: optionalString,
  networkBalanceInUSD: v.optional(decimalSchema),
  loading: v.boolean(),
  tokenBalances: list(tokenBalanceSchema),
})
export type SendState = v.InferOutput<typeof sendStateSchema>

/** S3-11 */
export const transferSchema = v.looseObject({
  nft_info: v.optional(
    v.nullable(
      v.looseObject({
        name: nullableString,
        flags: v.optional(v.object({ is_spam: v.optional(v.boolean()) })),
      }),
    ),
  ),
  fungible_info: v.optional(v.nullable(v.looseObject({ name: nullableString, symbol: nullableString }))),
})
export type Transfer = v.InferOutput<typeof transferSchema>

/** S3-11 */
export const historyItemSchema = v.object({
  id: v.string(),
  metadata: v.looseObject({
    minedAt: v.pipe(v.string(), v.isoTimestamp()),
    chain: v.string(),
    operationType: v.string(),
    status: v.picklist(['confirmed', 'failed', 'pending']),
    sentFrom: v.string(),
    sentTo: v.string(),
  }),
  transfers: list(transferSchema),
})
export type HistoryItem = v.InferOutput<typeof historyItemSchema>

/** S3-12: months are '0' to '11', as dates count them. */
export const historyStateSchema = v.object({
  transactions: list(historyItemSchema),
  transactionsByYear: v.record(v.string(), v.record(v.string(), list(historyItemSchema))),
  coinbaseTransactions: v.record(v.string(), v.record(v.string(), list(historyItemSchema))),
  loading: v.boolean(),
  empty: v.boolean(),
  next: optionalString,
  lastNetworkInView: v.optional(networkIdSchema),
})
export type HistoryState = v.InferOutput<typeof historyStateSchema>

/** S3-13 */
export const signInSessionSchema = v.object({
  data: v.object({
    accountAddress: v.string(),
    chainId: networkIdSchema,
    uri: v.string(),
    version: v.string(),
    expirationTime: optionalString,
    issuedAt: optionalString,
    notBefore: optionalString,
    nonce: v.string(),
    domain: v.string(),
    requestId: optionalString,
    resources: v.optional(list(v.string())),
    statement: optionalString,
  }),
  message: v.string(),
  signature: v.string(),
  cacao: v.optional(v.unknown()),
})
export type SignInSession = v.InferOutput<typeof signInSessionSchema>

/** S3-14 */
export const onrampOptionsSchema = v.object({
  purchaseCurrencies: list(
    v.object({
      id: v.string(),
      name: v.string(),
      symbol: v.string(),
      networks: list(
        v.object({
          name: v.string(),
          display_name: v.string(),
          chain_id: v.string(),
          contract_address: v.string(),
        }),
      ),
    }),
  ),
  paymentCurrencies: list(
    v.object({
      id: v.string(),
      payment_method_limits: list(
        v.object({
          id: v.string(),
          min: decimalInputSchema,
          max: decimalInputSchema,
        }),
      ),
    }),
  ),
})
export type OnrampOptions = v.InferOutput<typeof onrampOptionsSchema>

export const moneySchema = v.object({
  amount: decimalInputSchema,
  currency: v.string(),
})
export type Money = v.InferOutput<typeof moneySchema>

/** S3-15 */
export const onrampQuoteSchema = v.object({
  fees: v.union([moneySchema, list(moneySchema)]),
  paymentSubtotal: moneySchema,
  paymentTotal: moneySchema,
  purchaseAmount: moneySchema,
  quoteId: v.string(),
})
export type OnrampQuote = v.InferOutput<typeof onrampQuoteSchema>

/** S3-16 */
export const identitySchema = v.object({ avatar: nullableString, name: nullableString })
export type Identity = v.InferOutput<typeof identitySchema>
export const nameSuggestionSchema = v.object({ name: v.string() })
export type NameSuggestion = v.InferOutput<typeof nameSuggestionSchema>

/** S3-20 and S3-17 */
export const metadataSchema = v.object({
  name: v.string(),
  description: v.string(),
  url: v.string(),
  icons: list(v.string()),
})
