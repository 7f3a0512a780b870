/** The embedded wallet's frame did not load: whether somebody is signed in there, nobody was asked. */
import { isLatchkeyError } from '@latchkey/spec/errors'

export const isUnasked = (cause: unknown): boolean => isLatchkeyError(cause, 'frame.load-failed')
