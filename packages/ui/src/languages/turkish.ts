/** Turkish: the words of the page's buttons; those of the modal lie in `words` and `errors` and come when it opens. */
import type { Language } from '@latchkey/core'
import { joinWords } from './joinWords.js'
import type { PageWords } from './wordbook.js'

export const turkish: Language = {
  code: 'tr',
  direction: 'ltr',
  page: {
    'button.connect': 'Cüzdan bağla',
    'button.connecting': 'Bağlanıyor…',
    'button.account': 'Hesap {address}',
    'button.account-balance': 'Hesap {address}, bakiye {balance}',
    'button.pending': '{label}, bekleyen: {pending}',
    'button.network': 'Ağ: {network}',
    'button.network-unsupported': 'Ağ değiştir',
    'button.network-none': 'Ağ seç',
    'modal.loading': 'Yükleniyor',
    'modal.load-failed': 'Cüzdan penceresi yüklenemedi. Bağlantını kontrol et.',
    'modal.retry': 'Yeniden dene',
  } satisfies PageWords,
  load: () => joinWords(import('./words/tr.js'), import('./errors/tr.js')),
}
