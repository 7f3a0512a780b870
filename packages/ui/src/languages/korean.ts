/** Korean: the words of the page's buttons; those of the modal lie in `words` and `errors` and come when it opens. */
import type { Language } from '@latchkey/core'
import { joinWords } from './joinWords.js'
import type { PageWords } from './wordbook.js'

export const korean: Language = {
  code: 'ko',
  direction: 'ltr',
  page: {
    'button.connect': '지갑 연결',
    'button.connecting': '연결 중…',
    'button.account': '계정 {address}',
    'button.account-balance': '계정 {address}, 잔액 {balance}',
    'button.pending': '{label}, 대기 중 {pending}건',
    'button.network': '네트워크: {network}',
    'button.network-unsupported': '네트워크 전환',
    'button.network-none': '네트워크 선택',
    'modal.loading': '불러오는 중',
    'modal.load-failed': '지갑 창을 불러오지 못했습니다. 연결을 확인하세요.',
    'modal.retry': '다시 시도',
  } satisfies PageWords,
  load: () => joinWords(import('./words/ko.js'), import('./errors/ko.js')),
}
