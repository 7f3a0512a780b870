/** Hebrew: the words of the page's buttons; those of the modal lie in `words` and `errors` and come when it opens. */
import type { Language } from '@latchkey/core'
import { joinWords } from './joinWords.js'
import type { PageWords } from './wordbook.js'

export const hebrew: Language = {
  code: 'he',
  direction: 'rtl',
  page: {
    'button.connect': 'חיבור ארנק',
    'button.connecting': 'מתחבר…',
    'button.account': 'חשבון {address}',
    'button.account-balance': 'חשבון {address}, יתרה {balance}',
    'button.pending': '{label}, ממתינות: {pending}',
    'button.network': 'רשת: {network}',
    'button.network-unsupported': 'החלפת רשת',
    'button.network-none': 'בחירת רשת',
    'modal.loading': 'בטעינה',
    'modal.load-failed': 'לא ניתן היה לטעון את חלון הארנק. יש לבדוק את החיבור.',
    'modal.retry': 'ניסיון נוסף',
  } satisfies PageWords,
  load: () => joinWords(import('./words/he.js'), import('./errors/he.js')),
}
