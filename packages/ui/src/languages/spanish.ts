/** Spanish: the words of the page's buttons; those of the modal lie in `words` and `errors` and come when it opens. */
import type { Language } from '@latchkey/core'
import { joinWords } from './joinWords.js'
import type { PageWords } from './wordbook.js'

export const spanish: Language = {
  code: 'es',
  direction: 'ltr',
  page: {
    'button.connect': 'Conectar wallet',
    'button.connecting': 'Conectando…',
    'button.account': 'Cuenta {address}',
    'button.account-balance': 'Cuenta {address}, saldo {balance}',
    'button.pending': '{label}, pendientes: {pending}',
    'button.network': 'Red: {network}',
    'button.network-unsupported': 'Cambiar de red',
    'button.network-none': 'Elegir red',
    'modal.loading': 'Cargando',
    'modal.load-failed': 'No se pudo cargar la ventana de la wallet. Comprueba tu conexión.',
    'modal.retry': 'Reintentar',
  } satisfies PageWords,
  load: () => joinWords(import('./words/es.js'), import('./errors/es.js')),
}
