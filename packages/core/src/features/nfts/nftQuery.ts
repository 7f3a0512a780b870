/** Which collectibles are meant; apart from the code that reads them, so that a screen can say it before that has come. */
import { type Subject, subjectKey } from '../subject.js'

export interface NftQuery extends Subject {
  /** Lists what looks like spam, too. */
  readonly withSpam?: boolean
}

/** Under which name the answer to a question about collectibles is kept. */
export const nftsKey = (query: NftQuery): string => `${subjectKey(query)}${query.withSpam ? '+spam' : ''}`
