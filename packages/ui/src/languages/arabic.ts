/** Arabic: the words of the page's buttons; those of the modal lie in `words` and `errors` and come when it opens. */
import type { Language } from '@latchkey/core'
import { joinWords } from './joinWords.js'
import type { PageWords } from './wordbook.js'

export const arabic: Language = {
  code: 'ar',
  direction: 'rtl',
  page: {
    'button.connect': 'ربط المحفظة',
    'button.connecting': 'جارٍ الربط…',
    'button.account': 'الحساب {address}',
    'button.account-balance': 'الحساب {address}، الرصيد {balance}',
    'button.pending': '{label}، قيد الانتظار: {pending}',
    'button.network': 'الشبكة: {network}',
    'button.network-unsupported': 'تغيير الشبكة',
    'button.network-none': 'اختر شبكة',
    'modal.loading': 'جارٍ التحميل',
    'modal.load-failed': 'تعذّر تحميل نافذة المحفظة. تحقّق من اتصالك.',
    'modal.retry': 'إعادة المحاولة',
  } satisfies PageWords,
  load: () => joinWords(import('./words/ar.js'), import('./errors/ar.js')),
}
