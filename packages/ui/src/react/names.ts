/** Names for accounts: free or taken as one types, registered for the account in use, and looked up (S4-21, D-20). */
import { type Names, type NamesState, names } from '@latchkey/core/screen'
import { type Flow, useFlow } from './flow.js'

export type NamesFlow = Flow<NamesState, Omit<Names, 'store' | 'learnZone'>>

/** Names of accounts without our views: which are held, which are free, and how to claim one. */
export const useNames = (): NamesFlow => useFlow<NamesState, Names>(names, look)

const look = (form: Names) => {
  // Not `open`, which would empty the form of whoever else uses this.
  void form.learnZone()
  return () => {}
}
