/** Russian: the words of the page's buttons; those of the modal lie in `words` and `errors` and come when it opens. */
import type { Language } from '@latchkey/core'
import { joinWords } from './joinWords.js'
import type { PageWords } from './wordbook.js'

export const russian: Language = {
  code: 'ru',
  direction: 'ltr',
  page: {
    'button.connect': 'Подключить кошелёк',
    'button.connecting': 'Подключение…',
    'button.account': 'Счёт {address}',
    'button.account-balance': 'Счёт {address}, баланс {balance}',
    'button.pending': '{label}, ожидают: {pending}',
    'button.network': 'Сеть: {network}',
    'button.network-unsupported': 'Сменить сеть',
    'button.network-none': 'Выбрать сеть',
    'modal.loading': 'Загрузка',
    'modal.load-failed': 'Не удалось загрузить окно кошелька. Проверьте подключение.',
    'modal.retry': 'Повторить',
  } satisfies PageWords,
  load: () => joinWords(import('./words/ru.js'), import('./errors/ru.js')),
}
