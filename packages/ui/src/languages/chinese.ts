/** Chinese: the words of the page's buttons; those of the modal lie in `words` and `errors` and come when it opens. */
import type { Language } from '@latchkey/core'
import { joinWords } from './joinWords.js'
import type { PageWords } from './wordbook.js'

export const chinese: Language = {
  code: 'zh-CN',
  direction: 'ltr',
  page: {
    'button.connect': '连接钱包',
    'button.connecting': '正在连接…',
    'button.account': '账户 {address}',
    'button.account-balance': '账户 {address}，余额 {balance}',
    'button.pending': '{label}，{pending} 笔待处理',
    'button.network': '网络：{network}',
    'button.network-unsupported': '切换网络',
    'button.network-none': '选择网络',
    'modal.loading': '正在加载',
    'modal.load-failed': '无法加载钱包窗口。请检查网络连接。',
    'modal.retry': '重试',
  } satisfies PageWords,
  load: () => joinWords(import('./words/zh-CN.js'), import('./errors/zh-CN.js')),
}
