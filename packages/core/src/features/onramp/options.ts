/** What can be bought, with which money, in which way and for how much: as the gateway says, else as built in (S7-18). */
import { isNetworkId, type NetworkId } from '@latchkey/spec/caip'
import { type AnswerOf, onrampOptions } from '@latchkey/spec/endpoints'
import type { Network } from '@latchkey/spec/entities'
import { LatchkeyError } from '@latchkey/spec/errors'
import { limits } from '@latchkey/spec/limits'
import { compareDecimal, isDecimal } from '@latchkey/spec/validation'
import { readAmount } from '../../money.js'
import { tokenAddress } from '../tokens/tokenAddress.js'

/** A way to pay, with the least and the most that it takes: decimals in the currency. */
export interface PaymentMethod {
  readonly id: string
  readonly min: string
  readonly max: string
}

export interface Fiat {
  /** `USD`. */
  readonly code: string
  readonly methods: readonly PaymentMethod[]
}

/** A token on one network; the same on another is another one to buy. */
export interface BuyToken {
  readonly id: string
  readonly name: string
  readonly symbol: string
  readonly networkId: NetworkId
  readonly networkName: string
  /** Absent for the coin of the network itself. */
  readonly contract: string | undefined
}

export interface BuyOptions {
  /** Built in, because the service did not answer: nothing can be bought by it (D-18). */
  readonly isBuiltIn: boolean
  readonly fiats: readonly Fiat[]
  /** On networks of the kit only: what arrives anywhere else is not seen. */
  readonly tokens: readonly BuyToken[]
}

const currencies = 64
const tokensOnSale = 1024

/** The part of an answer that can be used. Throws where nothing of it can. */
export function readOptions(
  answer: AnswerOf<typeof onrampOptions>,
  networks: readonly Network[],
): BuyOptions {
  const fiats = answer.paymentCurrencies
    .slice(0, currencies)
    .map(({ id, payment_method_limits }) => ({ code: id, methods: payment_method_limits.filter(isUsable) }))
    .filter(({ methods }) => methods.length > 0)
  if (fiats.length === 0) throw new LatchkeyError('http.answer-malformed', { url: onrampOptions.path })
  const tokens = answer.purchaseCurrencies.flatMap(({ name, symbol, networks: sold }) =>
    sold.flatMap(({ chain_id, contract_address }) => {
      const networkId = networkIdOf(chain_id)
      const network = networks.find(({ caipNetworkId }) => caipNetworkId === networkId)
      const contract = tokenAddress({ address: contract_address || undefined })
      return network ? [tokenOn(network, { name, symbol, contract })] : []
    }),
  )
  return { isBuiltIn: false, fiats, tokens: tokens.slice(0, tokensOnSale) }
}

/** S9-05: enough to see what a purchase would be like, in the coin of each network. */
export function builtInOptions(networks: readonly Network[]): BuyOptions {
  const methods = [
    { id: 'card', ...limits.onrampCard },
    { id: 'ach_bank_account', ...limits.onrampBankAccount },
  ]
  return {
    isBuiltIn: true,
    fiats: limits.onrampCurrencies.map((code) => ({ code, methods })),
    tokens: networks.map((network) =>
      tokenOn(network, {
        name: network.nativeCurrency.name,
        symbol: network.nativeCurrency.symbol,
        contract: undefined,
      }),
    ),
  }
}

function tokenOn(network: Network, token: Pick<BuyToken, 'name' | 'symbol' | 'contract'>): BuyToken {
  const { caipNetworkId: networkId, name: networkName } = network
  return { id: `${networkId}/${token.contract ?? token.symbol}`, ...token, networkId, networkName }
}

const isUsable = ({ min, max }: PaymentMethod): boolean => isDecimal(min) && isDecimal(max)

/** Chain ids of Ethereum's kin are bare numbers on this wire. */
function networkIdOf(chainId: string): NetworkId | undefined {
  if (/^\d{1,32}$/.test(chainId)) return `eip155:${chainId}`
  return isNetworkId(chainId) ? chainId : undefined
}

export type BuyProblem =
  | { readonly kind: 'empty' | 'invalid' | 'too-fine' }
  | { readonly kind: 'too-low' | 'too-high'; readonly limit: string }

/** What keeps an amount from being paid with this method; `undefined` when all is well. */
export function checkBuyAmount(amount: string, method: PaymentMethod): BuyProblem | undefined {
  const { status } = readAmount(amount, limits.fiatDecimals)
  if (status !== 'ready') return { kind: status }
  const decimal = amount.replace(/\.$/, '')
  if (compareDecimal(decimal, method.min) === -1) return { kind: 'too-low', limit: method.min }
  return compareDecimal(decimal, method.max) === 1 ? { kind: 'too-high', limit: method.max } : undefined
}
