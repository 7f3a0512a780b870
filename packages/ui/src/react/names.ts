/** Names for accounts: free or taken as one types, registered for the account in use, and looked up (S4-21, D-20). */
import { names as feature, type Names, type NamesState } from '@latchkey/core/screen'
import { useEffect } from 'react'
import { useFeature, useStore } from '../useFeature.js'

const unknown: NamesState = {
  step: 'RegisterAccountName',
  label: '',
  zone: undefined,
  check: { status: 'empty' },
  suggestions: [],
  problem: undefined,
  registered: undefined,
}
const nothing = { get: () => unknown, subscribe: () => () => {} }
const whole = (state: NamesState) => state

/** The methods are absent until `status` is `ready`; it is `off` in an app without a gateway. */
export function useNames() {
  const { status, handle, retry } = useFeature<Names>(feature)
  const state = useStore(handle?.store ?? nothing, whole)
  useEffect(() => {
    // Not `open`, which would empty the form of whoever else uses this.
    void handle?.learnZone()
  }, [handle])
  return {
    status,
    retry,
    ...state,
    /** Takes what is typed; `check` follows. */
    type: handle?.type,
    checkAgain: handle?.checkAgain,
    /** Registers the name that is `free`. Never rejects: what went wrong is in `problem`. */
    register: handle?.register,
    cancel: handle?.cancel,
    /** Whose name it is; `undefined` where it is nobody's. Rejects where nobody could say. */
    resolve: handle?.resolve,
    namesOf: handle?.namesOf,
  }
}
