/** Indonesian: the words of the page's buttons; those of the modal lie in `words` and `errors` and come when it opens. */
import type { Language } from '@latchkey/core'
import { joinWords } from './joinWords.js'
import type { PageWords } from './wordbook.js'

export const indonesian: Language = {
  code: 'id',
  direction: 'ltr',
  page: {
    'button.connect': 'Hubungkan dompet',
    'button.connecting': 'Menghubungkan…',
    'button.account': 'Akun {address}',
    'button.account-balance': 'Akun {address}, saldo {balance}',
    'button.pending': '{label}, menunggu: {pending}',
    'button.network': 'Jaringan: {network}',
    'button.network-unsupported': 'Ganti jaringan',
    'button.network-none': 'Pilih jaringan',
    'modal.loading': 'Memuat',
    'modal.load-failed': 'Jendela dompet tidak dapat dimuat. Periksa koneksi Anda.',
    'modal.retry': 'Coba lagi',
  } satisfies PageWords,
  load: () => joinWords(import('./words/id.js'), import('./errors/id.js')),
}
