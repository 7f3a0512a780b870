/** One request as a person reads it, in the frame and in the window alike: who asks, what it is, what to beware of, what moves, the rest. */
import { cleanText } from '../request/cleanText.js'
import {
  type ApprovalView,
  type RequestContext,
  type RequestFacts,
  type RequestRow,
  type RequestWarning,
  warn,
} from '../request/facts.js'
import { copy as labels } from '../words/en/labels.js'
import { copy as request } from '../words/en/request.js'
import { amountText, dollarText, wordsOf } from '../words/words.js'
import { h, icon } from './draw.js'

const t = wordsOf({ ...labels, ...request })

type Simulation = NonNullable<ApprovalView['simulation']>

/** Symbols and decimals that the server and the simulation named, for amounts in the calls. A name of a token is what a stranger wrote. */
export function contextOf({
  simulation,
  tokens: named = [],
}: Pick<ApprovalView, 'simulation' | 'tokens'>): RequestContext {
  const tokens = new Map<string, { symbol: string; decimals: number }>()
  for (const { address, symbol, decimals } of named)
    tokens.set(address.toLowerCase(), { symbol: cleanText(symbol, 16).text, decimals })
  for (const { asset, symbol, decimals } of simulation?.changes ?? []) {
    const address = /0x[0-9a-f]{40}$/i.exec(asset)?.[0]
    if (address && symbol !== undefined && decimals !== undefined)
      tokens.set(address.toLowerCase(), { symbol: cleanText(symbol, 16).text, decimals })
  }
  return { tokens }
}

/** What this page found and what the server found, each danger once. */
export function warningsOf(
  facts: RequestFacts,
  view: Pick<ApprovalView, 'warnings'> | undefined,
): RequestWarning[] {
  const seen = new Set<string>()
  const own = facts.warnings
  // Of one call nobody asks which.
  const isOne = facts.parts.length === 1
  // In our words: the server's are English.
  const told = (view?.warnings ?? []).map(({ kind, call }) => warn(kind, isOne ? undefined : call))
  const all = [...own, ...told].filter(({ kind, call }) => {
    const name = `${kind} ${call}`
    return !seen.has(name) && seen.add(name)
  })
  return all.sort((one, other) => Number(other.weight === 'stop') - Number(one.weight === 'stop'))
}

export function drawRequest(
  facts: RequestFacts,
  view?: Pick<ApprovalView, 'warnings' | 'simulation'>,
): HTMLElement {
  const warnings = warningsOf(facts, view)
  const simulation = view?.simulation
  return h(
    'section',
    { class: 'request', 'aria-labelledby': 'request-title' },
    h(
      'p',
      { class: 'asks' },
      h('span', { class: 'asks-label' }, t('request.asked-by')),
      h('strong', {}, facts.origin),
    ),
    h('h1', { id: 'request-title', tabindex: '-1' }, facts.title),
    ...drawWarnings(warnings),
    simulation && drawChanges(simulation),
    ...facts.parts.map((part, at) =>
      h(
        'div',
        { class: 'part' },
        facts.parts.length > 1 && h('h2', {}, `${at + 1}. ${part.title}`),
        drawRows(part.rows),
      ),
    ),
    drawRows([
      { label: t('labels.account'), value: facts.account, look: 'address' },
      { label: t('labels.network'), value: facts.network, look: 'plain' },
      ...(facts.fee === undefined
        ? []
        : [{ label: t('labels.fee'), value: facts.fee, look: 'amount' as const }]),
    ]),
  )
}

function drawWarnings(warnings: readonly RequestWarning[]): HTMLElement[] {
  return warnings.map(({ weight, text, call }) =>
    h(
      'p',
      { class: 'warning', 'data-weight': weight },
      icon('alert'),
      h(
        'span',
        {},
        call === undefined ? text : t('request.call-warning', { number: call + 1, warning: text }),
      ),
    ),
  )
}

function drawChanges({ status, changes, reason }: Simulation): HTMLElement | undefined {
  if (status === 'reverted')
    return h(
      'p',
      { class: 'note' },
      reason === undefined
        ? t('request.fails')
        : t('request.fails-because', { reason: cleanText(reason, 120).text }),
    )
  if (changes.length === 0) return undefined
  return h(
    'ul',
    { class: 'changes', 'aria-label': t('request.changes') },
    ...changes.map(({ direction, amount, symbol, decimals, asset, usd }) => {
      const unit = cleanText(symbol ?? asset, 24).text
      const shown = amountText(BigInt(amount), { decimals: decimals ?? 0, symbol: unit })
      return h(
        'li',
        { 'data-direction': direction },
        icon(direction === 'out' ? 'arrowOut' : 'arrowIn'),
        h('span', { class: 'sr' }, direction === 'out' ? t('request.give') : t('request.get')),
        h('strong', { dir: 'ltr' }, `${direction === 'out' ? '−' : '+'} ${shown}`),
        usd !== undefined && h('span', { class: 'usd' }, t('request.worth', { amount: dollarText(usd) })),
      )
    }),
  )
}

export function drawRows(rows: readonly RequestRow[]): HTMLElement {
  return h(
    'dl',
    { class: 'rows' },
    ...rows.map(({ label, value, look }) =>
      h(
        'div',
        { 'data-look': look, 'data-long': value.length > 64 },
        h('dt', {}, label),
        h('dd', look === 'text' ? { dir: 'auto' } : {}, ...drawValue(value, look)),
      ),
    ),
  )
}

function drawValue(value: string, look: RequestRow['look']): readonly (Node | string)[] {
  if (look === 'text') return [h('q', {}, value)]
  // An amount and its unit, a day and its hour: in one order, also among words that run the other way.
  if (look !== 'address') return [h('bdi', {}, value)]
  // Two halves of the same length are compared more easily than a line and a rest.
  const half = Math.ceil(value.length / 2)
  return [value.slice(0, half), h('wbr'), value.slice(half)]
}
