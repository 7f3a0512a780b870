/** Hindi: the words of the page's buttons; those of the modal lie in `words` and `errors` and come when it opens. */
import type { Language } from '@latchkey/core'
import { joinWords } from './joinWords.js'
import type { PageWords } from './wordbook.js'

export const hindi: Language = {
  code: 'hi',
  direction: 'ltr',
  page: {
    'button.connect': 'वॉलेट कनेक्ट करें',
    'button.connecting': 'कनेक्ट हो रहा है…',
    'button.account': 'खाता {address}',
    'button.account-balance': 'खाता {address}, बैलेंस {balance}',
    'button.pending': '{label}, लंबित: {pending}',
    'button.network': 'नेटवर्क: {network}',
    'button.network-unsupported': 'नेटवर्क बदलें',
    'button.network-none': 'नेटवर्क चुनें',
    'modal.loading': 'लोड हो रहा है',
    'modal.load-failed': 'वॉलेट विंडो लोड नहीं हो सकी। अपना कनेक्शन जाँचें।',
    'modal.retry': 'फिर से कोशिश करें',
  } satisfies PageWords,
  load: () => joinWords(import('./words/hi.js'), import('./errors/hi.js')),
}
