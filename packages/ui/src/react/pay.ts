/** Payments without our views: what is asked and what it takes, and the actions to go on. Needs `features.pay`. */
import { type Pay, type PayState, pay } from '@latchkey/core/screen'
import { type Flow, useFlow } from './flow.js'

export type PayFlow = Flow<PayState, Omit<Pay, 'store' | 'askInModal' | 'withdraw' | 'watch'>>

/** What is asked for and not paid is given up with the last component that uses it. In the modal, `kit.pay` asks. */
export const usePay = (): PayFlow => useFlow<PayState, Pay>(pay, watch)

const watch = (payments: Pay) => payments.watch()
