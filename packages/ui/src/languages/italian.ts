/** Italian: the words of the page's buttons; those of the modal lie in `words` and `errors` and come when it opens. */
import type { Language } from '@latchkey/core'
import { joinWords } from './joinWords.js'
import type { PageWords } from './wordbook.js'

export const italian: Language = {
  code: 'it',
  direction: 'ltr',
  page: {
    'button.connect': 'Collega wallet',
    'button.connecting': 'Connessione…',
    'button.account': 'Account {address}',
    'button.account-balance': 'Account {address}, saldo {balance}',
    'button.pending': '{label}, in sospeso: {pending}',
    'button.network': 'Rete: {network}',
    'button.network-unsupported': 'Cambia rete',
    'button.network-none': 'Scegli rete',
    'modal.loading': 'Caricamento',
    'modal.load-failed': 'Non è stato possibile caricare la finestra del wallet. Controlla la connessione.',
    'modal.retry': 'Riprova',
  } satisfies PageWords,
  load: () => joinWords(import('./words/it.js'), import('./errors/it.js')),
}
