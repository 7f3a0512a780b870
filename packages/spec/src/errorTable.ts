/** The catalogue of errors: what is said, where it shows, HTTP status, rule. Apart from the texts, which pages carry. */
import type { AlertId } from './alerts.js'
import { errorAlerts, errorTexts } from './errorTexts.js'
import { laterErrorTexts } from './laterErrorTexts.js'

/** Where a person meets the text. `throw` reaches the developer, `log` only the log, `inline` the view itself. */
export type Show = 'toast' | 'alert' | 'throw' | 'log' | 'inline'

interface Facts {
  readonly show: Show
  /** HTTP status the gateway answers with. */
  readonly status?: number
  readonly rule: string
}

export interface ErrorEntry extends Facts {
  readonly text: string
  /** The alert raised beside the error. */
  readonly alert?: AlertId
}

type Code = keyof typeof errorTexts | keyof typeof laterErrorTexts

const facts: { readonly [code in Code]: Facts } = {
  // Email and social login
  'email.invalid': { show: 'inline', status: 400, rule: 'S5-01' },
  'email.otp-invalid': { show: 'inline', status: 400, rule: 'S5-01' },
  'email.cooldown': { show: 'toast', status: 429, rule: 'S5-02' },
  'email.load-failed': { show: 'toast', rule: 'S8-10' },

  // Balances, gas, swaps
  'balance.unavailable': { show: 'toast', rule: 'S8-02' },
  'gas-price.unsupported': { show: 'throw', rule: 'S8-03' },
  'swap.unsupported': { show: 'throw', rule: 'S8-03' },
  'swap.slippage-invalid': { show: 'inline', status: 400, rule: 'D-16' },

  // Connection
  'connection.disconnect-failed': { show: 'toast', rule: 'S8-04' },
  'connection.disconnect-chain-failed': { show: 'throw', rule: 'S8-04' },
  'connection.client-missing': { show: 'throw', rule: 'S8-14' },
  'connection.clients-missing': { show: 'throw', rule: 'S8-14' },
  'connection.failed': { show: 'inline', rule: 'D-10' },
  'connection.rejected': { show: 'inline', rule: 'S8-32' },
  'connection.timeout': { show: 'inline', rule: 'D-10' },
  'connection.connector-not-found': { show: 'throw', rule: 'S4-04' },
  'connection.no-accounts': { show: 'inline', rule: 'D-11' },
  'connection.account-changed': { show: 'toast', rule: 'D-11' },
  'connection.closed': { show: 'throw', rule: 'D-10' },
  'connection.pending': { show: 'inline', rule: 'D-10' },
  'connection.wallet-left': { show: 'throw', rule: 'D-11' },
  'connection.not-connected': { show: 'throw', rule: 'D-11' },
  'connection.unsupported': { show: 'throw', rule: 'D-11' },

  // Signatures
  'signature.wrong-signer': { show: 'toast', rule: 'D-11' },
  'psbt.invalid': { show: 'throw', rule: 'D-11' },
  'psbt.not-signed': { show: 'toast', rule: 'D-11' },

  // Transaction history
  'history.failed': { show: 'toast', rule: 'S8-05' },
  'history.no-address': { show: 'throw', rule: 'S5-17' },

  // Sign-in with the wallet
  'signin.init-failed': { show: 'toast', rule: 'S8-06' },
  'signin.declined': { show: 'toast', rule: 'S8-07' },
  'signin.smart-account': { show: 'toast', rule: 'S8-08' },
  'signin.disabled': { show: 'throw', rule: 'S5-15' },
  'signin.no-address': { show: 'throw', rule: 'S5-15' },
  'signin.no-network': { show: 'throw', rule: 'S5-15' },
  'signin.no-client': { show: 'throw', rule: 'S5-15' },
  'signin.not-verified': { show: 'toast', rule: 'S4-16' },
  'signin.failed': { show: 'toast', rule: 'S4-16' },
  'signin.sign-out-failed': { show: 'throw', rule: 'S1-04' },
  'signin.time-malformed': { show: 'throw', rule: 'S3-13' },

  // Embedded-wallet frame
  'frame.load-failed': { show: 'alert', rule: 'S8-11' },
  'frame.request-timeout': { show: 'alert', rule: 'S8-11' },
  'frame.not-signed-in': { show: 'throw', rule: 'S7-36' },
  'frame.message-malformed': { show: 'throw', rule: 'S7-36' },
  'frame.busy': { show: 'throw', rule: 'D-10' },

  // Requests
  'request.aborted': { show: 'throw', rule: 'S8-12' },
  'request.failed': { show: 'toast', rule: 'S8-12' },
  'request.unknown': { show: 'toast', rule: 'S8-12' },
  'http.status': { show: 'throw', rule: 'S8-18' },
  'http.unreachable': { show: 'throw', rule: 'D-10' },
  'http.timeout': { show: 'throw', rule: 'D-10' },
  'http.too-large': { show: 'throw', rule: 'D-10' },
  'rpc.failed': { show: 'throw', rule: 'S8-32' },
  'http.answer-malformed': { show: 'throw', rule: 'S1-07' },

  // RPC permissions
  'rpc.not-allowed': { show: 'log', status: 403, rule: 'S6-04' },
  'rpc.action-not-allowed': { show: 'toast', rule: 'S6-04' },

  // Names
  'names.resolve-failed': { show: 'inline', rule: 'S8-13' },
  'names.suggestions-failed': { show: 'inline', rule: 'S8-13' },
  'names.reverse-failed': { show: 'inline', rule: 'S8-13' },
  'names.register-failed': { show: 'inline', rule: 'S8-13' },
  'names.too-short': { show: 'inline', status: 400, rule: 'S5-09' },
  'names.too-long': { show: 'inline', status: 400, rule: 'S5-09' },
  'names.characters': { show: 'inline', status: 400, rule: 'S5-09' },
  'names.taken': { show: 'inline', status: 409, rule: 'D-20' },

  // Networks and adapters
  'network.not-found': { show: 'throw', rule: 'S8-14' },
  'network.switch-not-found': { show: 'alert', rule: 'S5-19' },
  'network.switch-failed': { show: 'toast', rule: 'S4-07' },
  'network.mismatch': { show: 'toast', rule: 'D-11' },
  'network.client-missing': { show: 'throw', rule: 'S8-14' },
  'network.undefined': { show: 'throw', rule: 'S8-14' },
  'network.or-address-undefined': { show: 'throw', rule: 'S8-14' },
  'network.not-supported': { show: 'toast', rule: 'S8-14' },
  'account.not-found': { show: 'throw', rule: 'S8-14' },
  'adapter.chain-not-found': { show: 'throw', rule: 'S8-14' },
  'adapter.not-found': { show: 'throw', rule: 'S8-14' },
  'adapter.missing': { show: 'throw', rule: 'S8-14' },

  // Options
  'options.both-sign-in': { show: 'throw', rule: 'S8-14' },
  'options.invalid': { show: 'throw', rule: 'S3-17' },
  'options.project-id-missing': { show: 'alert', rule: 'S5-19' },
  'options.project-id-invalid': { show: 'alert', status: 401, rule: 'S8-26' },
  'options.origin-not-allowed': { show: 'alert', status: 403, rule: 'S5-05' },
  'analytics.origin-not-allowed': { show: 'alert', status: 403, rule: 'S8-29' },

  // Send and transactions
  'send.incomplete': { show: 'throw', rule: 'S5-10' },
  'send.no-token': { show: 'throw', rule: 'S5-10' },
  'send.unsupported-chain': { show: 'throw', rule: 'S5-10' },
  'send.not-enough': { show: 'inline', rule: 'D-19' },
  'send.refused': { show: 'inline', rule: 'D-19' },
  'address.invalid': { show: 'inline', status: 400, rule: 'S5-03' },
  'address.checksum': { show: 'inline', status: 400, rule: 'D-15' },
  'amount.invalid': { show: 'inline', status: 400, rule: 'D-14' },
  'transaction.address-invalid': { show: 'throw', rule: 'S5-11' },
  'pay.off': { show: 'throw', rule: 'S9-13' },
  'pay.invalid': { show: 'throw', rule: 'D-14' },
  'pay.busy': { show: 'throw', rule: 'D-12' },
  'pay.closed': { show: 'throw', rule: 'D-12' },
  'pay.declined': { show: 'throw', rule: 'S8-32' },
  'pay.failed': { show: 'throw', rule: 'S8-19' },
  'transaction.not-followed': { show: 'throw', rule: 'S9-12' },
  'transaction.fees-mixed': { show: 'throw', rule: 'S5-11' },
  'transaction.tip-above-max': { show: 'throw', rule: 'S5-11' },
  'transaction.max-fee-too-high': { show: 'throw', rule: 'S5-11' },
  'transaction.field-unknown': { show: 'throw', rule: 'S5-11' },
  'transaction.unreadable': { show: 'throw', rule: 'S5-13' },
  'transaction.expired': { show: 'throw', rule: 'D-10' },
  'transaction.altered': { show: 'toast', rule: 'D-11' },
  'transaction.extension-unknown': { show: 'throw', rule: 'D-11' },
  'transaction.commitment-unknown': { show: 'throw', rule: 'S5-13' },
  'calls.to-invalid': { show: 'throw', rule: 'S5-12' },
  'calls.data-invalid': { show: 'throw', rule: 'S5-12' },

  // Wallet protocol library
  'relay.not-connected': { show: 'throw', rule: 'S8-16' },
  'relay.not-initialized': { show: 'throw', rule: 'S8-16' },
  'relay.namespace-missing': { show: 'throw', rule: 'S8-16' },
  'relay.capabilities-address': { show: 'throw', rule: 'S8-16' },
  'relay.call-status-refused': { show: 'throw', rule: 'S8-16' },
  'relay.switch-failed': { show: 'throw', rule: 'S8-16' },
  'relay.no-rpc-url': { show: 'throw', rule: 'S8-16' },
  'relay.no-provider': { show: 'throw', rule: 'S8-16' },
  'topic.invalid': { show: 'throw', rule: 'S8-17' },
  'topic.no-key': { show: 'throw', rule: 'S8-17' },
  'topic.expired': { show: 'throw', rule: 'S8-17' },

  'relay.unreachable': { show: 'inline', rule: 'D-10' },
  'relay.refused': { show: 'inline', rule: 'S8-30' },
  'relay.settlement-invalid': { show: 'inline', rule: 'D-41' },
  'relay.request-expired': { show: 'inline', rule: 'D-10' },
  'pairing.expired': { show: 'inline', rule: 'S4-09' },

  // Sessions with the relay and the gateway
  'session.expired': { show: 'alert', rule: 'S8-25' },
  'domain.unverified': { show: 'alert', rule: 'S8-28' },

  // Local state
  'storage.unreadable': { show: 'log', rule: 'S4-02' },
  'kit.destroyed': { show: 'throw', rule: 'D-03' },
  'kit.missing': { show: 'throw', rule: 'D-03' },
  'modal.missing': { show: 'throw', rule: 'D-03' },
  'view.not-built': { show: 'inline', rule: 'D-10' },
}

/** Every error with all that is known of it. */
export const errors: { readonly [code in Code]: ErrorEntry } = /* @__PURE__ */ combine()

function combine() {
  const alerts: { readonly [code in Code]?: AlertId } = errorAlerts
  // The keys of a literal table.
  const texts = { ...errorTexts, ...laterErrorTexts }
  const entries = (Object.keys(texts) as Code[]).map((code) => {
    const alert = alerts[code]
    return [code, { text: texts[code], ...facts[code], ...(alert && { alert }) }]
  })
  // One entry for each code, which is what the type says.
  return Object.fromEntries(entries) as { readonly [code in Code]: ErrorEntry }
}
