/** Portuguese: the words of the page's buttons; those of the modal lie in `words` and `errors` and come when it opens. */
import type { Language } from '@latchkey/core'
import { joinWords } from './joinWords.js'
import type { PageWords } from './wordbook.js'

export const portuguese: Language = {
  code: 'pt-BR',
  direction: 'ltr',
  page: {
    'button.connect': 'Conectar carteira',
    'button.connecting': 'Conectando…',
    'button.account': 'Conta {address}',
    'button.account-balance': 'Conta {address}, saldo {balance}',
    'button.pending': '{label}, pendentes: {pending}',
    'button.network': 'Rede: {network}',
    'button.network-unsupported': 'Trocar de rede',
    'button.network-none': 'Escolher rede',
    'modal.loading': 'Carregando',
    'modal.load-failed': 'Não foi possível carregar a janela da carteira. Verifique sua conexão.',
    'modal.retry': 'Tentar de novo',
  } satisfies PageWords,
  load: () => joinWords(import('./words/pt-BR.js'), import('./errors/pt-BR.js')),
}
