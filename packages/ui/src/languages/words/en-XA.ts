/** The pseudo language: made from the English catalogues, so that it has every word that there is. */

import { toPseudo } from '@latchkey/spec/toPseudo'
import { en } from '../../copy/en.js'
import { errorCopy } from '../../copy/errorCopy.js'
import { copy as holdings } from '../../views/account/copy.js'
import { copy as account } from '../../views/accountCopy.js'
import { copy as allWallets } from '../../views/allWalletsCopy.js'
import { copy as asking } from '../../views/askingCopy.js'
import { copy as embedded } from '../../views/embedded/copy.js'
import { copy as lessons } from '../../views/lessonsCopy.js'
import { copy as names } from '../../views/names/copy.js'
import { copy as networks } from '../../views/networksCopy.js'
import { copy as notEnough } from '../../views/notEnoughCopy.js'
import { copy as onramp } from '../../views/onramp/copy.js'
import { copy as pay } from '../../views/pay/copy.js'
import { copy as receive } from '../../views/receive/copy.js'
import { copy as relay } from '../../views/relayCopy.js'
import { copy as send } from '../../views/send/copy.js'
import { copy as signIn } from '../../views/signIn/copy.js'
import { copy as swap } from '../../views/swap/copy.js'
import type { ErrorWords, Wordbook } from '../wordbook.js'

export const words: ErrorWords & Wordbook = toPseudo({
  ...en,
  ...errorCopy,
  ...account,
  ...allWallets,
  ...asking,
  ...embedded,
  ...holdings,
  ...lessons,
  ...names,
  ...networks,
  ...notEnough,
  ...onramp,
  ...pay,
  ...receive,
  ...relay,
  ...send,
  ...signIn,
  ...swap,
})
