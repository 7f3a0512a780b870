/** What the ways to a wallet on another device say, and those to get one. */
import { en } from '../copy/en.js'
import type { Translate } from '../copy/text.js'
import { useWords } from '../copy/useWords.js'
import { copy as asking } from './askingCopy.js'

export const copy = {
  'relay.ways': 'Ways to connect {wallet}',
  'relay.way-browser': 'Browser',
  'relay.way-mobile': 'Phone',
  'relay.way-inside': 'Inside',
  'relay.way-desktop': 'Desktop',
  'relay.way-web': 'Web',
  'relay.code': 'QR code to connect {wallet}',
  'relay.scan': 'Scan with your phone',
  'relay.scan-detail': 'Open {wallet} and scan this code.',
  'relay.scan-any': 'Use the scanner of any wallet app.',
  'relay.scan-elsewhere': 'Scan from another device',
  'relay.scan-paste': 'Or copy the link and paste it into your wallet app.',
  'relay.left': 'New code in {time}',
  'relay.preparing': 'Preparing a code',
  'relay.preparing-link': 'Preparing a link',
  'relay.preparing-detail': 'This takes a moment.',
  'relay.renewing': 'Getting a new code',
  'relay.renewing-detail': 'The last one was about to expire.',
  'relay.lost': 'No connection',
  'relay.lost-detail': 'The service that reaches phone wallets does not answer.',
  'relay.lost-in': 'Next try in {n} s',
  'relay.lost-now': 'Trying again…',
  'relay.refused': 'Not allowed here',
  'relay.refused-detail': 'The service that reaches phone wallets does not accept this app.',
  'relay.expired': 'This code has expired',
  'relay.expired-detail': 'Codes work for a few minutes only, so that nobody else can use them.',
  'relay.stopped-detail': 'The request was stopped.',
  'relay.unavailable': 'Phone wallets are not set up',
  'relay.unavailable-detail': 'This app can only use wallets in this browser.',
  'relay.again': 'Get a new code',
  'relay.copy': 'Copy link',
  'relay.copied': 'Link copied',
  'relay.none': 'No {wallet} yet?',
  'relay.get': 'Get it',
  'relay.others': 'Looking for a certain wallet?',
  'relay.all': 'See all',
  'relay.open': 'Open {wallet}',
  'relay.opening': 'Continue in {wallet}',
  'relay.opening-detail': 'Approve the request there, then come back here.',
  'relay.open-desktop': 'Open {wallet} on this computer',
  'relay.open-web': 'Open {wallet} in a new tab',
  'relay.stalled': '{wallet} did not open',
  'relay.stalled-detail': 'It may not be installed on this device. Try another way.',
  'relay.inside': 'This page opens in {wallet}',
  'relay.inside-detail':
    'It opens once more, in the browser inside {wallet}. Connect there; this page stays as it is.',
  'relay.no-link': '{wallet} does not open from here',
  'relay.no-link-detail':
    'Copy the link and paste it into {wallet}, or scan the code with {wallet} on another device.',
  'relay.no-way': '{wallet} cannot be reached from here',
  'relay.no-way-detail':
    'No link that opens it is known. If it has a browser of its own, open the address of this page there.',
  'relay.no-way-extension':
    'It is an extension for the browser of a computer. Open the address of this page there.',
  'relay.copy-page': 'Copy address',
  'relay.page-copied': 'Address of this page copied',
  'relay.other-link': 'Other link',
  'relay.store': 'Get the app',
  'relay.show-code': 'QR code',
  'relay.hide-code': 'Open the app instead',
  'relay.missing': '{wallet} is not in this browser',
  'relay.missing-detail': 'Install its extension, and it can be used here at once.',
  'relay.missing-get': 'Get the extension',

  'downloads.list': 'Places to get {wallet}',
  'downloads.chrome': 'Browser',
  'downloads.firefox': 'Firefox',
  'downloads.edge': 'Edge',
  'downloads.ios': 'iPhone',
  'downloads.android': 'Android',
  'downloads.code': 'QR code of the page where {wallet} can be had',
  'downloads.step-extension': 'Install the extension of {wallet} and pin it beside the address bar.',
  'downloads.step-app': 'Install {wallet}. Check that the name of its maker is the one you expect.',
  'downloads.step-desktop':
    'Install {wallet} on this computer from its own site. Check that the name of its maker is the one you expect.',
  'downloads.step-create':
    'Create a wallet in it, or bring one along. Write the recovery phrase on paper and show it to nobody.',
  'downloads.step-scan': 'Come back, choose {wallet}, and scan the code that appears.',
  'downloads.step-back': 'Come back here and choose {wallet}.',
  'downloads.open-extension': 'Open the extension page',
  'downloads.open-store': 'Open the app store',
  'downloads.elsewhere': '{wallet} tells on its own page how to get it.',
  'downloads.homepage': 'Website',
  'downloads.unknown': 'Unknown wallet',
  'downloads.unknown-detail': 'There is nothing to show about it.',
} as const

/** With the words that every view has, and those of a wallet that is asked. */
const all = { ...en, ...asking, ...copy } as const

export type RelayCopyKey = keyof typeof all
export type RelayText = Translate<typeof all>

/** `const t = useRelayText()`, then `t('relay.scan')` or `t('shell.retry')`. */
export const useRelayText = (): RelayText => useWords(all)
