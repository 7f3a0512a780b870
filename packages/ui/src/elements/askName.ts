/** Has the name of the account looked up; apart from the button, so that a page loads it when there is an account. */
import type { Kit } from '@latchkey/core'
import { contextOf, identity, startFeature } from '@latchkey/core/screen'

export const askName = (kit: Kit): Promise<unknown> => startFeature(contextOf(kit), identity)
