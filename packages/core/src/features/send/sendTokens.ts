/** The tokens of an account as things to send, the native currency always among them. */
import type { Network, TokenBalance } from '@latchkey/spec/entities'
import { limits } from '@latchkey/spec/limits'
import { compareDecimal, formatUnits, parseUnits } from '@latchkey/spec/validation'
import type { KitContext } from '../../context.js'
import { startFeature } from '../../feature.js'
import { within } from '../../within.js'
import { tokens as tokensFeature } from '../onDemand.js'
import { networkOf, type Subject, subjectKey } from '../subject.js'
import { tokenAddress } from '../tokens/tokenAddress.js'
import type { Tokens } from '../tokens/tokens.js'
import type { SendToken, SendTokens } from './sendState.js'
import { createTurns } from './turns.js'

/** `undefined` for an amount that nobody can read: it is not offered. */
function sendToken(balance: TokenBalance): SendToken | undefined {
  const decimals = Number(balance.quantity.decimals)
  const held = parseUnits(balance.quantity.numeric, decimals)
  if (held === undefined || !Number.isSafeInteger(decimals)) return undefined
  const address = tokenAddress(balance)
  return {
    id: `${balance.chainId}/${address ?? 'native'}`,
    address,
    name: balance.name,
    symbol: balance.symbol,
    decimals,
    price: compareDecimal(balance.price, '0') === 1 ? balance.price : undefined,
    held,
    icon: balance.iconUrl,
    balance,
  }
}

/** The native currency, read from the chain itself; also where no gateway lists balances, as on a test network. */
async function readNative(
  context: KitContext,
  subject: Subject,
  signal: AbortSignal,
): Promise<SendToken | undefined> {
  const network = networkOf(context, subject)
  const adapter = network && context.jobs.adapters.get(network.chainNamespace)
  if (!network || !adapter) return undefined
  const { address } = subject
  // A trial without calls measures the currency itself, even where the app shows a token in its place.
  const trial = await adapter
    .simulate?.({ network, address, calls: [], tokens: [], signal })
    .catch(() => undefined)
  if (trial?.isSuccess) return nativeToken(network, trial.native.after)
  if (context.options.tokens?.[network.caipNetworkId]) return undefined
  const balance = await adapter.getBalance?.({ network, address, signal })
  return balance && nativeToken(network, balance.value)
}

function nativeToken(network: Network, held: bigint): SendToken | undefined {
  const { name, symbol, decimals } = network.nativeCurrency
  return sendToken({
    name,
    symbol,
    chainId: network.caipNetworkId,
    price: '0',
    quantity: { decimals: String(decimals), numeric: formatUnits(held, decimals) },
    iconUrl: network.assets?.imageUrl ?? '',
  })
}

export interface FoundTokens {
  readonly tokens: SendTokens
  readonly native: SendToken | undefined
}

export interface TokenFollower {
  /** Begins anew, for another account or network. */
  restart(): void
  refresh(): void
  /** Keeps them young until the returned function is called. */
  follow(): () => void
}

/** Puts together what the gateway lists and what the chain says, for whoever the form belongs to. */
export function followTokens(
  context: KitContext,
  input: { subject(): Subject | undefined; onChange(found: FoundTokens): void },
): TokenFollower {
  const turns = createTurns(context.jobs.scope)
  let feature: Tokens | undefined
  let hasStarted = true
  let native: SendToken | undefined
  let followers = 0
  let stopFollowing = () => {}

  function tell(subject: Subject, isDone: boolean): void {
    const list = feature?.store.get().lists[subjectKey(subject)]
    const listed = (list?.items ?? []).flatMap((item) => sendToken(item) ?? [])
    const known = listed.find(({ address }) => address === undefined)
    const own = known ?? native
    const items = known || !own ? listed : [own, ...listed]
    const isUnread = items.length === 0 && list?.status !== 'ready'
    const hasFailed = !hasStarted || list?.status === 'failed' || isUnread
    // The native currency alone is not the list that is still on its way.
    const isLoading = !isDone || (list?.status === 'loading' && listed.length === 0)
    const status = isLoading ? 'loading' : hasFailed ? 'failed' : 'ready'
    input.onChange({ tokens: { status, items, retryAt: list?.retryAt }, native: own })
  }

  async function run(signal: AbortSignal): Promise<void> {
    const subject = input.subject()
    native = undefined
    if (!subject) return
    const key = subjectKey(subject)
    // As long as the list itself: questions to a silent node, each tried again, would take more than a minute (D-10).
    const own = within(readNative(context, subject, signal), {
      clock: context.clock,
      ms: limits.accountReadDeadline,
      timeout: () => new Error('the native balance takes too long'),
      signal,
      late: (found) => {
        if (signal.aborted) return
        native = found
        tell(subject, true)
      },
    }).then(
      (found) => {
        native = found
        // What pays for everything need not wait for the rest of the list.
        if (found && !signal.aborted) tell(subject, false)
      },
      (cause: unknown) => {
        if (!signal.aborted) context.log.info('The native balance could not be read', cause)
      },
    )
    try {
      feature = await startFeature(context, tokensFeature)
      hasStarted = true
    } catch (cause) {
      context.log.info('The list of tokens did not start', cause)
      hasStarted = false
    }
    await Promise.all([own, feature?.load(subject)])
    if (signal.aborted) return
    const stop = feature?.store.subscribe(({ lists }, before) => {
      if (lists[key] !== before.lists[key]) tell(subject, true)
    })
    signal.addEventListener('abort', () => stop?.(), { once: true })
    if (followers > 0) keepYoung()
    tell(subject, true)
  }

  function keepYoung(): void {
    stopFollowing()
    const subject = input.subject()
    if (subject && feature) stopFollowing = feature.follow(subject)
  }

  return {
    restart() {
      stopFollowing()
      stopFollowing = () => {}
      void run(turns.next())
    },
    refresh() {
      const subject = input.subject()
      if (!subject) return
      // What did not start is started by running again.
      const refreshed = feature ? feature.refresh(subject) : Promise.resolve()
      void refreshed.then(() => run(turns.next()))
    },
    follow() {
      followers += 1
      if (followers === 1) keepYoung()
      return () => {
        followers -= 1
        if (followers > 0) return
        stopFollowing()
        stopFollowing = () => {}
      }
    },
  }
}
