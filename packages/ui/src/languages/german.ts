/** German: the words of the page's buttons; those of the modal lie in `words` and `errors` and come when it opens. */
import type { Language } from '@latchkey/core'
import { joinWords } from './joinWords.js'
import type { PageWords } from './wordbook.js'

export const german: Language = {
  code: 'de',
  direction: 'ltr',
  page: {
    'button.connect': 'Wallet verbinden',
    'button.connecting': 'Verbinden …',
    'button.account': 'Konto {address}',
    'button.account-balance': 'Konto {address}, Guthaben {balance}',
    'button.pending': '{label}, ausstehend: {pending}',
    'button.network': 'Netzwerk: {network}',
    'button.network-unsupported': 'Netzwerk wechseln',
    'button.network-none': 'Netzwerk wählen',
    'modal.loading': 'Wird geladen',
    'modal.load-failed': 'Das Wallet-Fenster konnte nicht geladen werden. Prüfe deine Verbindung.',
    'modal.retry': 'Noch einmal versuchen',
  } satisfies PageWords,
  load: () => joinWords(import('./words/de.js'), import('./errors/de.js')),
}
