/** Ukrainian: the words of the page's buttons; those of the modal lie in `words` and `errors` and come when it opens. */
import type { Language } from '@latchkey/core'
import { joinWords } from './joinWords.js'
import type { PageWords } from './wordbook.js'

export const ukrainian: Language = {
  code: 'uk',
  direction: 'ltr',
  page: {
    'button.connect': 'Під’єднати гаманець',
    'button.connecting': 'Під’єднання…',
    'button.account': 'Рахунок {address}',
    'button.account-balance': 'Рахунок {address}, баланс {balance}',
    'button.pending': '{label}, очікують: {pending}',
    'button.network': 'Мережа: {network}',
    'button.network-unsupported': 'Змінити мережу',
    'button.network-none': 'Вибрати мережу',
    'modal.loading': 'Завантаження',
    'modal.load-failed': 'Не вдалося завантажити вікно гаманця. Перевірте з’єднання.',
    'modal.retry': 'Спробувати ще раз',
  } satisfies PageWords,
  load: () => joinWords(import('./words/uk.js'), import('./errors/uk.js')),
}
