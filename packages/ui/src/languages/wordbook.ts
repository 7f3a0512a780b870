/** What a language must have words for: every key of every catalogue. A key that is missing does not compile. */
import type { en } from '../copy/en.js'
import type { errorCopy } from '../copy/errorCopy.js'
import type { page } from '../copy/page.en.js'
import type { copy as holdings } from '../views/account/copy.js'
import type { copy as account } from '../views/accountCopy.js'
import type { copy as allWallets } from '../views/allWalletsCopy.js'
import type { copy as asking } from '../views/askingCopy.js'
import type { copy as embedded } from '../views/embedded/copy.js'
import type { copy as lessons } from '../views/lessonsCopy.js'
import type { copy as names } from '../views/names/copy.js'
import type { copy as networks } from '../views/networksCopy.js'
import type { copy as notEnough } from '../views/notEnoughCopy.js'
import type { copy as onramp } from '../views/onramp/copy.js'
import type { copy as pay } from '../views/pay/copy.js'
import type { copy as receive } from '../views/receive/copy.js'
import type { copy as relay } from '../views/relayCopy.js'
import type { copy as send } from '../views/send/copy.js'
import type { copy as signIn } from '../views/signIn/copy.js'
import type { copy as swap } from '../views/swap/copy.js'

type Catalogues = typeof account &
  typeof allWallets &
  typeof asking &
  typeof embedded &
  typeof en &
  typeof holdings &
  typeof lessons &
  typeof names &
  typeof networks &
  typeof notEnough &
  typeof onramp &
  typeof pay &
  typeof receive &
  typeof relay &
  typeof send &
  typeof signIn &
  typeof swap

/** The words of the page's buttons. */
export type PageWords = { readonly [Key in keyof typeof page]: string }

/** What went wrong, or right, and arrives as a sentence. */
export type ErrorWords = { readonly [Key in keyof typeof errorCopy]: string }

/** The words of the modal. */
export type Wordbook = { readonly [Key in Exclude<keyof Catalogues, keyof typeof page>]: string }

/** Words of an app's own in place of ours, by their key. */
export type OwnWords = Readonly<Partial<ErrorWords & PageWords & Wordbook>>
