/** Sending: a form that knows what it still needs, a quote that stays fresh, one question to the wallet (S4-20, D-19). */
import { limits } from '@latchkey/spec/limits'
import { formatUnits, isSameAddress } from '@latchkey/spec/validation'
import { viewEntry } from '@latchkey/spec/views'
import type { KitContext } from '../../context.js'
import type { PaymentAmount } from '../../links/payment.js'
import { typedDecimal } from '../../money.js'
import type { KitState } from '../../state.js'
import { createStore } from '../../store.js'
import { networkOf, type Subject, subjectKey, subjectOf } from '../subject.js'
import { createQuoting } from './quoting.js'
import { nameOf, readRecipient } from './recipient.js'
import type { Send } from './sendHandle.js'
import {
  draftOf,
  emptyAmount,
  emptyForm,
  otherText,
  type SendFormState,
  type SendPrefill,
  type SendToken,
  type Sent,
  sendNeed,
} from './sendState.js'
import { followTokens } from './sendTokens.js'
import { problemOf, submit } from './submit.js'
import { createTurns } from './turns.js'

/** What was asked for before the tokens were known. */
interface Wish {
  readonly token?: string | undefined
  readonly amount?: PaymentAmount | undefined
}

export function start(context: KitContext): Send {
  const { clock, jobs } = context
  const store = createStore<SendFormState>({
    ...emptyForm,
    subject: subjectOf(context.store.get()),
    tokens: { status: 'loading', items: [] },
    nativeHeld: undefined,
    nativePrice: undefined,
    sent: undefined,
  })
  const [reading, asking] = [createTurns(jobs.scope), createTurns(jobs.scope)]
  let wish: Wish = {}
  let mirrored: object = {}
  let filled: SendPrefill | undefined

  /** Every change of the form passes here, so that the kit's own state says the same (S3-10). */
  function set(change: Partial<SendFormState>): void {
    store.set(change)
    mirrored = draftOf(store.get())
    context.store.set({ send: mirrored })
  }

  /** What a person changes makes the last try, and what it sent, a thing of the past. */
  function edit(change: Partial<SendFormState>): void {
    const { step } = store.get()
    set({ ...change, problem: undefined, sent: undefined, step: step === 'initiated' ? step : 'editing' })
  }

  /** In the review and in the wallet stands what was agreed to: nothing of it changes before somebody is back in the form. */
  const isFixed = () => store.get().step === 'initiated' || isReviewed(context.store.get())

  const quoting = createQuoting(context, { get: store.get, set, isFixed })
  const { requote } = quoting

  const tokens = followTokens(context, {
    subject: () => store.get().subject,
    onChange({ tokens: list, native }) {
      const { token } = store.get()
      const same = list.items.find(({ id }) => id === token?.id)
      // What is no longer listed is no longer held.
      const gone = token && list.status === 'ready' ? { ...token, held: 0n } : token
      const now = same ?? gone
      // A new price is another worth, and where a worth was typed another amount.
      const isKept = token && now && isFixed()
      const prices = isKept
        ? { token: { ...token, held: now.held } }
        : { token: now, nativePrice: native?.price }
      set({ tokens: list, nativeHeld: native?.held, ...prices })
      if (isKept) return
      grant()
      requote({ isQuiet: true })
    },
  })

  /** Chooses what was wished for, or what one would most likely send. */
  function grant(): void {
    const { tokens: list, subject, token } = store.get()
    const namespace = subject && networkOf(context, subject)?.chainNamespace
    const isWished = ({ address }: SendToken) =>
      wish.token === 'native'
        ? address === undefined
        : address !== undefined &&
          namespace !== undefined &&
          isSameAddress(namespace, address, wish.token ?? '')
    const wished = wish.token === undefined ? undefined : list.items.find(isWished)
    if (wish.token !== undefined && !wished) {
      // It may be further down the list.
      if (list.status === 'loading') return
      wish = {}
      return set({ token: undefined, recipient: { status: 'invalid', problem: 'unknown-token' } })
    }
    const chosen = wished ?? token ?? list.items.find(({ held }) => held > 0n) ?? list.items[0]
    if (!chosen) return
    const text = wish.amount && textOf(wish.amount, chosen)
    wish = {}
    set({ token: chosen, ...(text !== undefined && { amount: { ...emptyAmount, text } }) })
  }

  /** A form belongs to one account on one network (D-11); what was meant for another is not sent from here. */
  function move(subject: Subject | undefined, isReset: boolean): void {
    const { subject: before, token, amount, recipientText, sent, step } = store.get()
    const hadInput = recipientText !== '' || amount.text !== ''
    const isSameAccount = !isReset && before !== undefined && before.address === subject?.address
    const isNative = token !== undefined && token.address === undefined
    reading.stop()
    quoting.stop()
    wish = isSameAccount && isNative ? { token: 'native' } : {}
    const notice = isSameAccount ? ('network' as const) : ('account' as const)
    set({
      ...emptyForm,
      subject,
      step,
      sent,
      tokens: { status: 'loading', items: [] },
      nativeHeld: undefined,
      nativePrice: undefined,
      notice: hadInput && subject && before ? notice : undefined,
      // The receiver and a native amount mean the same on another network of the namespace.
      ...(isSameAccount && { amount: isNative ? { ...amount, isMax: false } : emptyAmount }),
    })
    tokens.restart()
    if (isSameAccount && recipientText !== '') typeRecipient(recipientText, 0)
  }

  let wasShown = isShown(context.store.get())
  jobs.scope.add(
    context.store.subscribe((state) => {
      const isBack = isShown(state)
      const [hasCome, step] = [isBack && !wasShown, store.get().step]
      wasShown = isBack
      // Whoever comes to send again begins anew; a question that the wallet still has is not forgotten.
      if (hasCome && step !== 'initiated') reset()
      const [subject, { subject: before }] = [subjectOf(state), store.get()]
      const isSame = (subject && subjectKey(subject)) === (before && subjectKey(before))
      const isReset = state.send !== mirrored && Object.keys(state.send).length === 0
      if (!isSame || isReset) move(subject, isReset)
    }),
  )

  function typeRecipient(text: string, wait: number = limits.sendTypingWait): void {
    const signal = reading.next()
    edit({ recipientText: text, recipient: { status: text.trim() === '' ? 'empty' : 'resolving' } })
    requote()
    if (text.trim() === '') return
    const cancel = clock.after(wait, () => void read(text, signal))
    signal.addEventListener('abort', cancel, { once: true })
  }

  async function read(text: string, signal: AbortSignal): Promise<void> {
    const { subject } = store.get()
    if (!subject) return
    const { recipient, link } = await readRecipient(context, { text, subject, signal })
    if (signal.aborted) return
    set({ recipient, ...(link && { recipientText: link.recipient }) })
    if (link) {
      wish = { token: link.token ?? 'native', amount: link.amount }
      grant()
    }
    requote()
    if (recipient.status !== 'ready' || recipient.name !== undefined) return
    const name = await nameOf(context, recipient.address)
    const now = store.get().recipient
    if (!signal.aborted && name && now.status === 'ready') set({ recipient: { ...now, name } })
  }

  /** Tokens and fee, again and again while somebody looks. */
  function follow(): () => void {
    let cancel = () => {}
    const tick = () => {
      cancel = clock.after(limits.sendQuoteRefresh, () => {
        const { quote, step } = store.get()
        if (step === 'editing' && quote.status === 'ready') requote({ wait: 0, isQuiet: true })
        tick()
      })
    }
    tick()
    const stopTokens = tokens.follow()
    return () => {
      cancel()
      stopTokens()
    }
  }

  async function ask(): Promise<Sent | undefined> {
    const signal = asking.next()
    const state = store.get()
    // The numbers on the screen are the numbers that are sent.
    quoting.stop()
    set({ step: 'initiated', problem: undefined, notice: undefined })
    try {
      const sent = await submit(context, state, signal)
      set({ step: 'submitted' })
      set({ ...emptyForm, sent, step: 'succeeded' })
      return sent
    } catch (cause) {
      context.log.info('Nothing was sent', cause)
      if (store.get().step === 'initiated') set({ step: 'editing', problem: problemOf(cause, signal) })
      requote({ wait: 0, isQuiet: true })
      return undefined
    }
  }

  function clear(): void {
    reading.stop()
    quoting.stop()
    wish = {}
    edit({ ...emptyForm })
  }

  function reset(): void {
    filled = undefined
    clear()
    grant()
  }

  tokens.restart()
  return {
    store,
    needOf: sendNeed,
    fill(prefill) {
      // A view that is drawn again has nothing new to say.
      if (prefill === filled) return
      filled = prefill
      const { to, amount, token } = prefill
      clear()
      const decimal = amount === undefined ? undefined : { decimal: amount }
      if (token !== undefined || decimal) wish = { token, amount: decimal }
      grant()
      if (to !== undefined) typeRecipient(to, 0)
      else requote()
    },
    chooseToken(id) {
      const { tokens: list, amount, token } = store.get()
      const chosen = list.items.find((each) => each.id === id)
      if (!chosen || chosen.id === token?.id) return
      // A hundred of one token is not a hundred of another; a worth is the same in each that has a price.
      const keeps = amount.unit === 'fiat' && chosen.price !== undefined
      edit({ token: chosen, amount: keeps ? amount : emptyAmount })
      requote({ wait: 0 })
    },
    typeAmount(text) {
      const typed = typedDecimal(text)
      if (typed === undefined) return
      edit({ amount: { ...store.get().amount, text: typed, isMax: false } })
      requote()
    },
    switchUnit() {
      const { amount, token } = store.get()
      if (token?.price === undefined) return
      const text = amount.text === '' ? '' : (otherText(store.get()) ?? '')
      edit({ amount: { text, unit: amount.unit === 'fiat' ? 'token' : 'fiat', isMax: false } })
      requote()
    },
    useMax() {
      const { token } = store.get()
      if (!token) return
      // Of the native currency the fee has to be known first.
      const text = token.address === undefined ? '' : formatUnits(token.held, token.decimals)
      edit({ amount: { text, unit: 'token', isMax: true } })
      requote({ wait: 0 })
    },
    typeRecipient: (text) => typeRecipient(text),
    retry() {
      const { recipientText, recipient, tokens: list } = store.get()
      if (list.status === 'failed') tokens.refresh()
      if (recipient.status === 'failed') return typeRecipient(recipientText, 0)
      requote({ wait: 0 })
    },
    dismissNotice: () => set({ notice: undefined }),
    follow,
    submit: () => jobs.flights.join('send', ask),
    cancel: () => asking.stop(),
    reset,
  }
}

const isReviewed = ({ modal, router }: KitState): boolean =>
  modal.isOpen && router.history.some(({ view }) => view === 'WalletSendPreview')

/** Somebody is on the way through the views of sending, whatever lies on top of them. */
const isShown = ({ modal, router }: KitState): boolean =>
  modal.isOpen && router.history.some(({ view }) => viewEntry(view).feature === 'send')

function textOf(amount: PaymentAmount, token: SendToken): string {
  return 'units' in amount ? formatUnits(amount.units, token.decimals) : amount.decimal
}
