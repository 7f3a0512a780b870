/** Vietnamese: the words of the page's buttons; those of the modal lie in `words` and `errors` and come when it opens. */
import type { Language } from '@latchkey/core'
import { joinWords } from './joinWords.js'
import type { PageWords } from './wordbook.js'

export const vietnamese: Language = {
  code: 'vi',
  direction: 'ltr',
  page: {
    'button.connect': 'Kết nối ví',
    'button.connecting': 'Đang kết nối…',
    'button.account': 'Tài khoản {address}',
    'button.account-balance': 'Tài khoản {address}, số dư {balance}',
    'button.pending': '{label}, đang chờ: {pending}',
    'button.network': 'Mạng: {network}',
    'button.network-unsupported': 'Đổi mạng',
    'button.network-none': 'Chọn mạng',
    'modal.loading': 'Đang tải',
    'modal.load-failed': 'Không tải được cửa sổ ví. Hãy kiểm tra kết nối.',
    'modal.retry': 'Thử lại',
  } satisfies PageWords,
  load: () => joinWords(import('./words/vi.js'), import('./errors/vi.js')),
}
