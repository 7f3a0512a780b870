/** The entities of section 3: one valibot schema each, and the type derived from it. Field names are the spec's. */
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

export const namespaceSchema = /* @__PURE__ */ v.picklist(namespaces)
export const networkIdSchema = /* @__PURE__ */ v.custom<NetworkId>(isNetworkId, 'Not a network id')
export const accountIdSchema = /* @__PURE__ */ v.custom<AccountId>(isAccountId, 'Not an account id')
export const addressSchema = /* @__PURE__ */ v.pipe(
  /* @__PURE__ */ v.string(),
  /* @__PURE__ */ v.nonEmpty(),
  /* @__PURE__ */ v.transform((value): Address => asAddress(value)),
)
/** A decimal number as a string, never a float (D-14). */
export const decimalSchema = /* @__PURE__ */ v.pipe(
  /* @__PURE__ */ v.string(),
  /* @__PURE__ */ v.check(isDecimal, 'Not a decimal number'),
)
/** Other servers write prices and fiat values as JSON numbers; they become decimal strings at the edge (D-14). */
export const decimalInputSchema = /* @__PURE__ */ v.union([
  decimalSchema,
  /* @__PURE__ */ v.pipe(
    /* @__PURE__ */ v.number(),
    /* @__PURE__ */ v.finite(),
    /* @__PURE__ */ v.minValue(0),
    /* @__PURE__ */ v.transform(decimalOfNumber),
  ),
])
export const hexSchema = /* @__PURE__ */ v.pipe(
  /* @__PURE__ */ v.string(),
  /* @__PURE__ */ v.regex(/^0x[0-9a-fA-F]*$/, 'Not a hexadecimal string'),
)
export const decimalsSchema = /* @__PURE__ */ v.pipe(
  /* @__PURE__ */ v.number(),
  /* @__PURE__ */ v.integer(),
  /* @__PURE__ */ v.minValue(0),
  /* @__PURE__ */ v.maxValue(255),
)
export const accountTypeSchema = /* @__PURE__ */ v.picklist(accountTypes)
export const socialProviderSchema = /* @__PURE__ */ v.picklist(socialProviders)
export const redirectProviderSchema = /* @__PURE__ */ v.picklist(redirectProviders)
export const themeModeSchema = /* @__PURE__ */ v.picklist(themeModes)
const optionalString = /* @__PURE__ */ v.optional(/* @__PURE__ */ v.string())

/** S3-02 */
export const accountSchema = /* @__PURE__ */ v.object({
  namespace: namespaceSchema,
  address: addressSchema,
  type: accountTypeSchema,
  publicKey: optionalString,
  path: optionalString,
})
export type Account = v.InferOutput<typeof accountSchema>
export type { AccountType } from './options.js'

/** S3-03; `rpcUrls` and `blockExplorers` have the shape chain libraries use, so their chains fit. */
export const networkSchema = /* @__PURE__ */ v.object({
  id: /* @__PURE__ */ v.union([/* @__PURE__ */ v.string(), /* @__PURE__ */ v.number()]),
  chainNamespace: namespaceSchema,
  caipNetworkId: networkIdSchema,
  name: /* @__PURE__ */ v.string(),
  nativeCurrency: /* @__PURE__ */ v.object({
    name: /* @__PURE__ */ v.string(),
    symbol: /* @__PURE__ */ v.string(),
    decimals: decimalsSchema,
  }),
  rpcUrls: /* @__PURE__ */ v.objectWithRest(
    {
      default: /* @__PURE__ */ v.object({
        http: /* @__PURE__ */ list(/* @__PURE__ */ v.string()),
        webSocket: /* @__PURE__ */ v.optional(/* @__PURE__ */ list(/* @__PURE__ */ v.string())),
      }),
    },
    /* @__PURE__ */ v.object({
      http: /* @__PURE__ */ list(/* @__PURE__ */ v.string()),
      webSocket: /* @__PURE__ */ v.optional(/* @__PURE__ */ list(/* @__PURE__ */ v.string())),
    }),
  ),
  blockExplorers: /* @__PURE__ */ v.optional(
    /* @__PURE__ */ v.objectWithRest(
      {
        default: /* @__PURE__ */ v.object({
          name: /* @__PURE__ */ v.string(),
          url: /* @__PURE__ */ v.string(),
          apiUrl: optionalString,
        }),
      },
      /* @__PURE__ */ v.object({
        name: /* @__PURE__ */ v.string(),
        url: /* @__PURE__ */ v.string(),
        apiUrl: optionalString,
      }),
    ),
  ),
  testnet: /* @__PURE__ */ v.optional(/* @__PURE__ */ v.boolean()),
  assets: /* @__PURE__ */ v.optional(
    /* @__PURE__ */ v.object({ imageUrl: optionalString, imageId: optionalString }),
  ),
})
export type Network = v.InferOutput<typeof networkSchema>

/** S3-04 */
export const networkStateSchema = /* @__PURE__ */ v.object({
  caipNetwork: /* @__PURE__ */ v.optional(networkSchema),
  approvedCaipNetworkIds: /* @__PURE__ */ v.optional(/* @__PURE__ */ list(networkIdSchema)),
  requestedCaipNetworks: /* @__PURE__ */ list(networkSchema),
  supportsAllNetworks: /* @__PURE__ */ v.boolean(),
  smartAccountEnabledNetworks: /* @__PURE__ */ list(/* @__PURE__ */ v.number()),
})
export type NetworkState = v.InferOutput<typeof networkStateSchema>

/** S3-05; amounts and prices are decimal strings (D-14). */
export const tokenBalanceSchema = /* @__PURE__ */ v.object({
  name: /* @__PURE__ */ v.string(),
  symbol: /* @__PURE__ */ v.string(),
  chainId: networkIdSchema,
  /** Absent for the native currency. */
  address: optionalString,
  value: /* @__PURE__ */ v.optional(decimalInputSchema),
  price: decimalInputSchema,
  quantity: /* @__PURE__ */ v.object({
    decimals: /* @__PURE__ */ v.pipe(/* @__PURE__ */ v.string(), /* @__PURE__ */ v.digits()),
    numeric: decimalSchema,
  }),
  iconUrl: /* @__PURE__ */ v.string(),
})
export type TokenBalance = v.InferOutput<typeof tokenBalanceSchema>

/** S3-06: one asset of `wallet_getAssets`; the balance is a hex string. */
export const walletAssetSchema = /* @__PURE__ */ v.object({
  address: /* @__PURE__ */ v.string(),
  balance: hexSchema,
  type: /* @__PURE__ */ v.picklist(['ERC20', 'NATIVE']),
  metadata: /* @__PURE__ */ v.object({
    name: /* @__PURE__ */ v.string(),
    symbol: /* @__PURE__ */ v.string(),
    decimals: decimalsSchema,
    price: decimalInputSchema,
    iconUrl: /* @__PURE__ */ v.string(),
  }),
})
/** S3-06: by chain id, as the wallet writes it. */
export const walletAssetsSchema = /* @__PURE__ */ v.record(
  /* @__PURE__ */ v.string(),
  /* @__PURE__ */ list(walletAssetSchema),
)
export type WalletAsset = v.InferOutput<typeof walletAssetSchema>
export type WalletAssets = v.InferOutput<typeof walletAssetsSchema>

const nullableString = /* @__PURE__ */ v.optional(/* @__PURE__ */ v.nullable(/* @__PURE__ */ v.string()))

/** S3-07; directories send null for what a wallet lacks. */
export const walletListingSchema = /* @__PURE__ */ v.object({
  id: /* @__PURE__ */ v.string(),
  image_id: nullableString,
  rdns: nullableString,
  name: /* @__PURE__ */ v.string(),
  chains: /* @__PURE__ */ v.optional(/* @__PURE__ */ list(/* @__PURE__ */ v.string())),
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
export const connectorInfoSchema = /* @__PURE__ */ v.object({
  id: /* @__PURE__ */ v.string(),
  name: /* @__PURE__ */ v.string(),
  imageUrl: optionalString,
  imageId: optionalString,
  chain: namespaceSchema,
  type: /* @__PURE__ */ v.picklist(connectorTypes),
  provider: /* @__PURE__ */ v.optional(/* @__PURE__ */ v.unknown()),
  explorerId: optionalString,
  info: /* @__PURE__ */ v.optional(/* @__PURE__ */ v.object({ rdns: optionalString })),
})
export type ConnectorInfo = v.InferOutput<typeof connectorInfoSchema>

/** S3-09 */
export const recentWalletSchema = /* @__PURE__ */ v.object({ id: /* @__PURE__ */ v.string() })
export type RecentWallet = v.InferOutput<typeof recentWalletSchema>
export const deepLinkChoiceSchema = /* @__PURE__ */ v.object({
  name: /* @__PURE__ */ v.string(),
  href: /* @__PURE__ */ v.string(),
})
export type DeepLinkChoice = v.InferOutput<typeof deepLinkChoiceSchema>

/** S3-01: the wallet behind a connection, as the account area shows it. */
export const connectedWalletInfoSchema = /* @__PURE__ */ v.object({
  name: /* @__PURE__ */ v.string(),
  icon: optionalString,
  type: optionalString,
  identifier: optionalString,
  social: /* @__PURE__ */ v.optional(socialProviderSchema),
})
export type ConnectedWalletInfo = v.InferOutput<typeof connectedWalletInfoSchema>

/** S3-01 */
export const accountStateSchema = /* @__PURE__ */ v.object({
  caipAddress: /* @__PURE__ */ v.optional(accountIdSchema),
  address: /* @__PURE__ */ v.optional(addressSchema),
  balance: /* @__PURE__ */ v.optional(decimalSchema),
  balanceSymbol: optionalString,
  profileName: nullableString,
  profileImage: nullableString,
  user: /* @__PURE__ */ v.optional(
    /* @__PURE__ */ v.object({ email: optionalString, username: optionalString }),
  ),
  tokenBalance: /* @__PURE__ */ v.optional(/* @__PURE__ */ list(tokenBalanceSchema)),
  smartAccountDeployed: /* @__PURE__ */ v.optional(/* @__PURE__ */ v.boolean()),
  status: /* @__PURE__ */ v.picklist(connectionStatuses),
  socialProvider: /* @__PURE__ */ v.optional(socialProviderSchema),
  preferredAccountTypes: /* @__PURE__ */ v.optional(accountTypeSchema),
  allAccounts: /* @__PURE__ */ list(
    /* @__PURE__ */ v.object({ address: addressSchema, type: accountTypeSchema }),
  ),
  addressLabels: /* @__PURE__ */ v.optional(
    /* @__PURE__ */ v.record(/* @__PURE__ */ v.string(), /* @__PURE__ */ v.string()),
  ),
  connectedWalletInfo: /* @__PURE__ */ v.optional(connectedWalletInfoSchema),
})
export type AccountState = v.InferOutput<typeof accountStateSchema>

/** S3-10 */
export const sendStateSchema = /* @__PURE__ */ v.object({
  token: /* @__PURE__ */ v.optional(tokenBalanceSchema),
  sendTokenAmount: /* @__PURE__ */ v.optional(decimalSchema),
  receiverAddress: optionalString,
  receiverProfileImageUrl: optionalString,
  receiverProfileName: optionalString,
  networkBalanceInUSD: /* @__PURE__ */ v.optional(decimalSchema),
  loading: /* @__PURE__ */ v.boolean(),
  tokenBalances: /* @__PURE__ */ list(tokenBalanceSchema),
})
export type SendState = v.InferOutput<typeof sendStateSchema>

/** S3-11 */
export const transferSchema = /* @__PURE__ */ v.looseObject({
  nft_info: /* @__PURE__ */ v.optional(
    /* @__PURE__ */ v.nullable(
      /* @__PURE__ */ v.looseObject({
        name: nullableString,
        flags: /* @__PURE__ */ v.optional(
          /* @__PURE__ */ v.object({ is_spam: /* @__PURE__ */ v.optional(/* @__PURE__ */ v.boolean()) }),
        ),
      }),
    ),
  ),
  fungible_info: /* @__PURE__ */ v.optional(
    /* @__PURE__ */ v.nullable(
      /* @__PURE__ */ v.looseObject({ name: nullableString, symbol: nullableString }),
    ),
  ),
})
export type Transfer = v.InferOutput<typeof transferSchema>

/** S3-11 */
export const historyItemSchema = /* @__PURE__ */ v.object({
  id: /* @__PURE__ */ v.string(),
  metadata: /* @__PURE__ */ v.looseObject({
    minedAt: /* @__PURE__ */ v.pipe(/* @__PURE__ */ v.string(), /* @__PURE__ */ v.isoTimestamp()),
    chain: /* @__PURE__ */ v.string(),
    operationType: /* @__PURE__ */ v.string(),
    status: /* @__PURE__ */ v.picklist(['confirmed', 'failed', 'pending']),
    sentFrom: /* @__PURE__ */ v.string(),
    sentTo: /* @__PURE__ */ v.string(),
  }),
  transfers: /* @__PURE__ */ list(transferSchema),
})
export type HistoryItem = v.InferOutput<typeof historyItemSchema>

/** S3-12: months are '0' to '11', as dates count them. */
export const historyStateSchema = /* @__PURE__ */ v.object({
  transactions: /* @__PURE__ */ list(historyItemSchema),
  transactionsByYear: /* @__PURE__ */ v.record(
    /* @__PURE__ */ v.string(),
    /* @__PURE__ */ v.record(/* @__PURE__ */ v.string(), /* @__PURE__ */ list(historyItemSchema)),
  ),
  coinbaseTransactions: /* @__PURE__ */ v.record(
    /* @__PURE__ */ v.string(),
    /* @__PURE__ */ v.record(/* @__PURE__ */ v.string(), /* @__PURE__ */ list(historyItemSchema)),
  ),
  loading: /* @__PURE__ */ v.boolean(),
  empty: /* @__PURE__ */ v.boolean(),
  next: optionalString,
  lastNetworkInView: /* @__PURE__ */ v.optional(networkIdSchema),
})
export type HistoryState = v.InferOutput<typeof historyStateSchema>

/** S3-13 */
export const signInSessionSchema = /* @__PURE__ */ v.object({
  data: /* @__PURE__ */ v.object({
    accountAddress: /* @__PURE__ */ v.string(),
    chainId: networkIdSchema,
    uri: /* @__PURE__ */ v.string(),
    version: /* @__PURE__ */ v.string(),
    expirationTime: optionalString,
    issuedAt: optionalString,
    notBefore: optionalString,
    nonce: /* @__PURE__ */ v.string(),
    domain: /* @__PURE__ */ v.string(),
    requestId: optionalString,
    resources: /* @__PURE__ */ v.optional(/* @__PURE__ */ list(/* @__PURE__ */ v.string())),
    statement: optionalString,
  }),
  message: /* @__PURE__ */ v.string(),
  signature: /* @__PURE__ */ v.string(),
  cacao: /* @__PURE__ */ v.optional(/* @__PURE__ */ v.unknown()),
})
export type SignInSession = v.InferOutput<typeof signInSessionSchema>

/** S3-14 */
export const onrampOptionsSchema = /* @__PURE__ */ v.object({
  purchaseCurrencies: /* @__PURE__ */ list(
    /* @__PURE__ */ v.object({
      id: /* @__PURE__ */ v.string(),
      name: /* @__PURE__ */ v.string(),
      symbol: /* @__PURE__ */ v.string(),
      networks: /* @__PURE__ */ list(
        /* @__PURE__ */ v.object({
          name: /* @__PURE__ */ v.string(),
          display_name: /* @__PURE__ */ v.string(),
          chain_id: /* @__PURE__ */ v.string(),
          contract_address: /* @__PURE__ */ v.string(),
        }),
      ),
    }),
  ),
  paymentCurrencies: /* @__PURE__ */ list(
    /* @__PURE__ */ v.object({
      id: /* @__PURE__ */ v.string(),
      payment_method_limits: /* @__PURE__ */ list(
        /* @__PURE__ */ v.object({
          id: /* @__PURE__ */ v.string(),
          min: decimalInputSchema,
          max: decimalInputSchema,
        }),
      ),
    }),
  ),
})
export type OnrampOptions = v.InferOutput<typeof onrampOptionsSchema>

export const moneySchema = /* @__PURE__ */ v.object({
  amount: decimalInputSchema,
  currency: /* @__PURE__ */ v.string(),
})
export type Money = v.InferOutput<typeof moneySchema>

/** S3-15 */
export const onrampQuoteSchema = /* @__PURE__ */ v.object({
  fees: /* @__PURE__ */ v.union([moneySchema, /* @__PURE__ */ list(moneySchema)]),
  paymentSubtotal: moneySchema,
  paymentTotal: moneySchema,
  purchaseAmount: moneySchema,
  quoteId: /* @__PURE__ */ v.string(),
})
export type OnrampQuote = v.InferOutput<typeof onrampQuoteSchema>

/** S3-16 */
export const identitySchema = /* @__PURE__ */ v.object({ avatar: nullableString, name: nullableString })
export type Identity = v.InferOutput<typeof identitySchema>
export const nameSuggestionSchema = /* @__PURE__ */ v.object({ name: /* @__PURE__ */ v.string() })
export type NameSuggestion = v.InferOutput<typeof nameSuggestionSchema>

/** S3-20 and S3-17 */
export const metadataSchema = /* @__PURE__ */ v.object({
  name: /* @__PURE__ */ v.string(),
  description: /* @__PURE__ */ v.string(),
  url: /* @__PURE__ */ v.string(),
  icons: /* @__PURE__ */ list(/* @__PURE__ */ v.string()),
})
