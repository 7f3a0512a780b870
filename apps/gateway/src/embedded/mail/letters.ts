/** What the wallet writes to people: plain words, the page that asks first, and never a picture or a tracker. */

import { escapeHtml } from '../escapeHtml.js'
import type { Mail } from './mailer.js'
import { englishMail, englishTime, type MailLanguage } from './mailLanguage.js'

export interface Asking {
  readonly origin: string
  readonly browser: string
  readonly network: string
  /** Milliseconds since 1970. */
  readonly at: number
}

export type Letter = Omit<Mail, 'to'>

/** A link and no code: what approves, and what is typed, belongs to whoever has the app in front of them. */
export function deviceLetter(
  input: { asking: Asking; link: string; minutes: number },
  language: MailLanguage,
): Letter {
  const { asking, link, minutes } = input
  const { say } = language
  return write(
    say('device.subject'),
    [
      say('device.lead', { origin: asking.origin }),
      say('device.open'),
      { link, title: say('device.confirm') },
      about(asking, language),
      say('device.life', { minutes }),
      say('device.not-you'),
    ],
    language,
  )
}

interface CodeInput {
  readonly asking: Asking
  readonly code: string
  readonly minutes: number
}

export function codeLetter({ asking, code, minutes }: CodeInput, language: MailLanguage): Letter {
  const { say } = language
  return write(
    say('code.subject'),
    [
      say('code.lead', { origin: asking.origin }),
      say('code.type'),
      { code },
      about(asking, language),
      say('code.life', { minutes }),
      say('code.not-you'),
    ],
    language,
  )
}

export function stepUpLetter({ asking, code, minutes }: CodeInput, language: MailLanguage): Letter {
  const { say } = language
  return write(
    say('step-up.subject'),
    [
      say('step-up.lead'),
      { code },
      about(asking, language),
      say('code.life', { minutes }),
      say('step-up.not-you'),
      ...inEnglish(language, 'step-up'),
    ],
    language,
  )
}

interface ChangeInput extends CodeInput {
  /** The new one: who is asked to agree to another address has to see which. */
  readonly email: string
}

export function changeFromLetter(input: ChangeInput, language: MailLanguage): Letter {
  const { asking, code, email, minutes } = input
  const { say } = language
  return write(
    say('change-from.subject'),
    [
      say('change-from.lead', { email }),
      say('change-from.type'),
      { code },
      about(asking, language),
      say('change-from.life', { minutes }),
      say('change-from.not-you'),
      ...inEnglish(language, 'change-from'),
    ],
    language,
  )
}

export function changeToLetter({ asking, code, minutes }: ChangeInput, language: MailLanguage): Letter {
  const { say } = language
  return write(
    say('change-to.subject'),
    [say('change-to.lead'), { code }, about(asking, language), say('change-to.life', { minutes })],
    language,
  )
}

export function vaultCodeLetter(
  input: CodeInput & { readonly purpose: 'enrol' | 'open' },
  language: MailLanguage,
): Letter {
  const { purpose, asking, code, minutes } = input
  const { say } = language
  return write(
    say(`vault-${purpose}.subject`),
    [
      say(`vault-${purpose}.lead`),
      { code },
      about(asking, language),
      say('vault.life', { minutes }),
      say(`vault-${purpose}.not-you`),
      ...(purpose === 'open' ? inEnglish(language, 'vault-open') : []),
    ],
    language,
  )
}

// News go to the owner whoever caused them, in English: a thief must not choose a language that the owner cannot read.

export function changedLetter(input: { link: string; email: string; hours: number }): Letter {
  return write('The address of your wallet was changed', [
    `Your wallet now uses another email address: ${input.email}`,
    'If it was not you, take it back here. This also signs out everywhere:',
    { link: input.link, title: 'Take the change back' },
    `That works for ${input.hours} hours. Until then nothing can be exported from the wallet.`,
  ])
}

/** `what`: whose PIN it is, as in "the PIN of …". */
export function forgottenPinLetter(input: {
  readonly link: string
  readonly what: string
  readonly resetAt: Date
  readonly until: Date
  readonly now: number
}): Letter {
  const [from, until] = [input.resetAt.getTime(), englishTime(input.until.getTime())]
  return write('Somebody forgot your PIN', [
    `Somebody said that they forgot the PIN of ${input.what}, and asks to set another one.`,
    from > input.now
      ? `That becomes possible at ${englishTime(from)}, and stays possible until ${until}. Until then we write to you every day.`
      : `That is possible now, for whoever reads this mailbox, until ${until}.`,
    'If it was not you, stop it here, and look at the devices in the settings of your wallet:',
    { link: input.link, title: 'Keep my PIN' },
    'Typing the PIN in the wallet’s window stops it as well.',
  ])
}

export function replacedPinLetter(input: { what: string; at: number }): Letter {
  return write('Your PIN was replaced', [
    `The PIN of ${input.what} was forgotten, and another one was set.`,
    `Time: ${englishTime(input.at)}`,
    'If it was not you, look at the devices and the ways of recovery in the settings of your wallet, and move what it holds to another one.',
  ])
}

const recoveryNews = {
  added: 'A way to recover your wallet was added.',
  removed: 'A way to recover your wallet was taken away.',
  used: 'Your wallet was opened on another device, by one of its ways of recovery.',
} as const

export function recoveryLetter(input: { what: keyof typeof recoveryNews; at: number }): Letter {
  return write('The recovery of your wallet', [
    recoveryNews[input.what],
    `Time: ${englishTime(input.at)}`,
    'If it was not you, look at the devices and the ways of recovery in the settings of your wallet, and move what it holds to another one.',
  ])
}

const lockNews = {
  'passkey-added': 'Another passkey was added. From now on it confirms what your wallet signs.',
  'passkey-removed': 'A passkey was taken away.',
  'pin-added': 'A PIN was added. From now on it confirms what your wallet signs.',
  'pin-changed': 'The PIN was changed.',
  'device-removed': 'A device was removed. It can no longer use your wallet.',
} as const
export type LockNews = keyof typeof lockNews

export function locksLetter(input: { news: LockNews; at: number }): Letter {
  return write('The locks of your wallet', [
    lockNews[input.news],
    `Time: ${englishTime(input.at)}`,
    'If it was not you, look at the devices and the ways of recovery in the settings of your wallet, and move what it holds to another one.',
  ])
}

export function exportLetter(input: { at: number }): Letter {
  return write('Your wallet was exported', [
    'Somebody was shown the secret words of your wallet, or saved them in an offline kit. Whoever has the words, or the kit and its code, has the wallet.',
    `Time: ${englishTime(input.at)}`,
    'If it was not you, move what the wallet holds to another one at once.',
  ])
}

type Part =
  | string
  | { readonly link: string; readonly title: string }
  | { readonly code: string }
  | { readonly english: string }

/**
 * Whoever asks chooses the language, and may be a thief: the owner of what is there to lose is warned in English, too. Not
 * where somebody signs in: that alone moves nothing, and the person who does so mostly reads the language asked for.
 */
function inEnglish({ code }: MailLanguage, letter: 'step-up' | 'change-from' | 'vault-open'): Part[] {
  const { say } = englishMail
  return code === englishMail.code
    ? []
    : [{ english: `${say(`${letter}.subject`)}. ${say(`${letter}.not-you`)}` }]
}

function about({ origin, browser, network, at }: Asking, { say, time }: MailLanguage): string {
  return [
    `${say('about.page')}: ${origin}`,
    `${say('about.browser')}: ${browser}`,
    `${say('about.network')}: ${network}`,
    `${say('about.time')}: ${time(at)}`,
  ].join('\n')
}

function write(
  subject: string,
  parts: readonly Part[],
  { code, direction }: MailLanguage = englishMail,
): Letter {
  const style =
    'font:16px/1.5 system-ui,sans-serif;max-width:34em;margin:2em auto;padding:0 1em;color:#1a1a1a;background:#fff'
  return {
    subject,
    text: `${parts.map(textOf).join('\n\n')}\n`,
    html: `<!doctype html><html lang="${code}" dir="${direction}"><body style="${style}">${parts.map(htmlOf).join('')}</body></html>`,
  }
}

function textOf(part: Part): string {
  if (typeof part === 'string') return part
  if ('english' in part) return part.english
  return 'link' in part ? part.link : part.code
}

function htmlOf(part: Part): string {
  if (typeof part === 'string') return `<p>${escapeHtml(part).replaceAll('\n', '<br>')}</p>`
  if ('code' in part)
    return `<p dir="ltr" style="font:600 28px/1.4 ui-monospace,monospace;letter-spacing:.2em">${escapeHtml(part.code)}</p>`
  if ('english' in part) return `<p lang="en" dir="ltr">${escapeHtml(part.english)}</p>`
  const { link, title } = part
  return `<p><a href="${escapeHtml(link)}">${escapeHtml(title)}</a><br><small dir="ltr">${escapeHtml(link)}</small></p>`
}
