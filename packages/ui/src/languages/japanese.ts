/** Japanese: the words of the page's buttons; those of the modal lie in `words` and `errors` and come when it opens. */
import type { Language } from '@latchkey/core'
import { joinWords } from './joinWords.js'
import type { PageWords } from './wordbook.js'

export const japanese: Language = {
  code: 'ja',
  direction: 'ltr',
  page: {
    'button.connect': 'ウォレットを接続',
    'button.connecting': '接続中…',
    'button.account': 'アカウント {address}',
    'button.account-balance': 'アカウント {address}、残高 {balance}',
    'button.pending': '{label}、保留中 {pending} 件',
    'button.network': 'ネットワーク: {network}',
    'button.network-unsupported': 'ネットワークを切り替える',
    'button.network-none': 'ネットワークを選択',
    'modal.loading': '読み込み中',
    'modal.load-failed': 'ウォレット画面を読み込めませんでした。接続を確認してください。',
    'modal.retry': 'もう一度試す',
  } satisfies PageWords,
  load: () => joinWords(import('./words/ja.js'), import('./errors/ja.js')),
}
