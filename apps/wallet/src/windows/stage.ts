/** The frame of every window: the wallet's own address on top, one card, and what the person does about it. */
import type { WalletErrorCode } from '@latchkey/spec/walletApi'
import { isRefusal } from '../api/walletRefusal.js'
import { type Child, h, type IconName } from '../look/draw.js'
import { around } from '../words/around.js'
import { copy } from '../words/en/stage.js'
import { refusalText } from '../words/refusalText.js'
import { wordsOf } from '../words/words.js'
import { button, head } from './parts.js'

const t = wordsOf(copy)

export interface Stage {
  /** Replaces the card, and takes a reader to its heading. */
  show(...children: readonly Child[]): void
  wait(text: string): void
  /** Something is over, for good or ill; nothing more to do here. */
  end(ending: Ending): void
  /** What went wrong, with another try where one can help. */
  fail(error: unknown, retry?: () => void): void
  /** What kept the window from its work: one that is used up says so, anything else may be tried by loading it again. */
  stop(error: unknown, ...alsoFinal: readonly WalletErrorCode[]): void
}

interface Ending {
  readonly title: string
  readonly text: string
  readonly tone: 'good' | 'bad'
  readonly actions?: readonly Child[]
}

/** Draws nothing before its first card: until then the page finds out what its reader reads. */
export function openStage(footer: () => string = () => t('stage.footer')): Stage {
  const card = h('main', { class: 'card' })
  function open(): void {
    const host = h('strong', {}, location.host)
    document.body.replaceChildren(
      h(
        'header',
        { class: 'bar' },
        h('img', { src: '/icon.svg', alt: '', width: 24, height: 24 }),
        h('span', {}, ...around(t('stage.bar', { host: '{host}' }), { host })),
      ),
      card,
      h('footer', { class: 'foot' }, footer()),
    )
  }
  const stage: Stage = {
    show(...children) {
      if (!card.isConnected) open()
      card.replaceChildren(
        ...children.filter((child) => child !== undefined && child !== false && child !== null),
      )
      card.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
      scrollTo(0, 0)
    },
    wait(text) {
      stage.show(h('div', { class: 'wait', role: 'status' }, h('h1', { tabindex: '-1' }, text)))
    },
    end({ title, text, tone, actions = [] }) {
      const mark: IconName = tone === 'good' ? 'check' : 'alert'
      stage.show(...head({ icon: mark, tone, title, text }), h('div', { class: 'actions' }, ...actions))
    },
    fail(error, retry) {
      stage.end({
        title: t('stage.failed'),
        text: textOf(error),
        tone: 'bad',
        actions: retry ? [button(t('stage.again'), retry, { look: 'accent' })] : [],
      })
    },
    stop(error, ...alsoFinal) {
      if (!isFinal(error, 'LINK_USED', 'LINK_EXPIRED', 'SESSION_EXPIRED', ...alsoFinal))
        return stage.fail(error, () => location.reload())
      stage.end({
        title: t('stage.over'),
        text: t('stage.over-detail'),
        tone: 'bad',
      })
    },
  }
  return stage
}

/** Only sentences of our own. */
export function textOf(error: unknown): string {
  if (isRefusal(error)) return refusalText(error)
  // The worker's reasons are texts of ours, too; what the browser says of a passkey is not.
  if (error instanceof WindowProblem) return error.message
  return refusalText({ code: 'INTERNAL' })
}

/** To be followed by another sentence. */
export const sentenceOf = (error: unknown): string => sentence(textOf(error))

export const sentence = (text: string): string =>
  /[.…。।!?！？؟۔]\u2069?$/.test(text) ? text : t('stage.sentence', { text })

export class WindowProblem extends Error {
  override readonly name = 'WindowProblem'
}

/** A refusal that another try cannot change. */
export const isFinal = (error: unknown, ...codes: readonly WalletErrorCode[]): boolean =>
  codes.some((code) => isRefusal(error, code))

/** Closes the window where the browser lets a page do that; the text stays for the others. */
export function closeSoon(): void {
  // A page that the person came to by themselves stays where it is.
  if (window.opener !== null || history.length <= 1) setTimeout(() => window.close(), 900)
}
