/** What the scenes of the wallet show that is no text of ours: names, the words of a wallet, and those of apps, servers and of Intl. */

import { secret } from '../a11y/scene.js'
import { wordsOf } from '../src/keys/deriveKeys.js'

const names = ['Bitcoin', 'Chromium on Linux', 'ETH', 'Ethereum', 'Latchkey', 'Solana', 'USDC']

/** What a person, an app or a node wrote. */
const written = ['Hello, world!', 'Phone of Alice', 'Shop of Alice', 'Too little left']

/** Typed as it stands, on any keyboard. */
const typed = ['EXPORT']

/** Of Intl, to which the pseudo language is English. */
const dates = ['Jan', 'AM', 'PM', 'UTC']

/** They are the same in every language: the words of the wallet, and groups of a recovery code without a digit. */
const secrets = [...wordsOf(secret).split(' '), 'TTT', 'TTC']

/** What is part of another stands after it. */
export const saidByOthers: readonly string[] = [...names, ...written, ...typed, ...dates, ...secrets].sort(
  (one, other) => other.length - one.length,
)
