/** What the wallet writes to people: plain words, the page that asks first, and never a picture or a tracker. */
import type { Mail } from './mailer.js'

export interface Asking {
  readonly origin: string
  readonly browser: string
  readonly network: string
  /** Milliseconds since 1970. */
  readonly at: number
}

type Letter = Omit<Mail, 'to'>

/** A link and no code: what approves, and what is typed, belongs to whoever has the app in front of them. */
export function deviceLetter(input: { asking: Asking; link: string; minutes: number }): Letter {
  const { asking, link, minutes } = input
  return write('Confirm your sign-in', [
    `Somebody asks to sign in at ${asking.origin} with this address.`,
    'If it was you, open this page. It asks for the two digits that the app shows you.',
    { link, title: 'Confirm the sign-in' },
    ...about(asking),
    `The link works once, within ${minutes} minutes.`,
    'If it was not you, open the page and choose “It was not me”, or do nothing: without you nothing happens.',
  ])
}

export function codeLetter(input: { asking: Asking; code: string; minutes: number }): Letter {
  const { asking, code, minutes } = input
  return write('Your sign-in code', [
    `Somebody signs in at ${asking.origin} with this address, on a device that you used before.`,
    'If it was you, type this code into the app:',
    { code },
    ...about(asking),
    `The code works once, within ${minutes} minutes. Nobody of us ever asks you for it.`,
    'If it was not you, do nothing: without the code nobody gets in.',
  ])
}

export function stepUpLetter(input: { asking: Asking; code: string; minutes: number }): Letter {
  return write('Confirm a change to your wallet', [
    'You are about to change something that protects your wallet. Type this code into the window of the wallet:',
    { code: input.code },
    ...about(input.asking),
    `The code works once, within ${input.minutes} minutes. Nobody of us ever asks you for it.`,
    'If it was not you, do nothing, and look at the devices in the settings of your wallet.',
  ])
}

export function changeFromLetter(input: { asking: Asking; code: string; minutes: number }): Letter {
  return write('Change the address of your wallet', [
    'Somebody asks to use another email address for your wallet. If it was you, type this code into the app:',
    { code: input.code },
    ...about(input.asking),
    `The code works once, within ${input.minutes} minutes.`,
    'If it was not you, do nothing: without the code the address stays as it is.',
  ])
}

export function changeToLetter(input: { asking: Asking; code: string; minutes: number }): Letter {
  return write('Confirm your new address', [
    'This address is to be used for a wallet. If you want that, type this code into the app:',
    { code: input.code },
    ...about(input.asking),
    `The code works once, within ${input.minutes} minutes. If it was not you, do nothing.`,
  ])
}

export function changedLetter(input: { link: string; hours: number }): Letter {
  return write('The address of your wallet was changed', [
    'Your wallet now uses another email address.',
    'If it was not you, take it back here. This also signs out everywhere:',
    { link: input.link, title: 'Take the change back' },
    `That works for ${input.hours} hours. Until then nothing can be exported from the wallet.`,
  ])
}

type Part = string | { readonly link: string; readonly title: string } | { readonly code: string }

function about({ origin, browser, network, at }: Asking): string[] {
  const time = new Date(at).toISOString().replace('T', ' ').slice(0, 16)
  return [`Page: ${origin}\nBrowser: ${browser}\nNetwork: ${network}\nTime: ${time} UTC`]
}

function write(subject: string, parts: readonly Part[]): Letter {
  return {
    subject,
    text: `${parts.map(textOf).join('\n\n')}\n`,
    html: `<!doctype html><html lang="en"><body style="font:16px/1.5 system-ui,sans-serif;max-width:34em;margin:2em auto;padding:0 1em;color:#1a1a1a;background:#fff">${parts.map(htmlOf).join('')}</body></html>`,
  }
}

function textOf(part: Part): string {
  if (typeof part === 'string') return part
  return 'link' in part ? part.link : part.code
}

function htmlOf(part: Part): string {
  if (typeof part === 'string') return `<p>${escape(part).replaceAll('\n', '<br>')}</p>`
  if ('code' in part)
    return `<p style="font:600 28px/1.4 ui-monospace,monospace;letter-spacing:.2em">${escape(part.code)}</p>`
  const { link, title } = part
  return `<p><a href="${escape(link)}">${escape(title)}</a><br><small>${escape(link)}</small></p>`
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escape = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
