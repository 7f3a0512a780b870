/** Another email address for the embedded wallet: the steps of the modal (S4-12) as one promise. */
import type { Kit, KitState } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/spec/laterErrors'
import { embeddedNamespace } from './known.js'

export interface UpdatedEmail {
  readonly email: string
}

/** Rejects with `request.aborted` when the person leaves the view before both codes were right. */
export async function updateEmail(kit: Kit): Promise<UpdatedEmail> {
  const namespace = embeddedNamespace(kit.store.get())
  const wallet = namespace && (await kit.embedded())
  const user = wallet?.store.get().user
  if (!wallet || !user) throw new LatchkeyError('frame.not-signed-in')
  const { email: before, provider } = user
  // An account of a service has the address that the service says.
  if (before === undefined || (provider !== undefined && provider !== 'passkey'))
    throw new LatchkeyError('connection.unsupported', { action: 'change an email address' })
  return new Promise((resolve, reject) => {
    const ends = [
      wallet.store.subscribe(({ user: now }) => {
        const email = now?.email
        if (email !== undefined && email !== before) end(() => resolve({ email }))
      }),
      // A kit that is destroyed closes its modal too.
      kit.watch(isAsked, (isStill) => isStill || giveUp()),
    ]
    function end(settle: () => void) {
      for (const stop of ends) stop()
      settle()
    }
    const giveUp = () => end(() => reject(new LatchkeyError('request.aborted')))
    try {
      kit.open({ view: 'UpdateEmail', ...(namespace !== kit.store.get().activeNamespace && { namespace }) })
    } catch (cause) {
      end(() => reject(cause))
    }
    // Another view may hold the person, and does not let go.
    if (!isAsked(kit.store.get())) giveUp()
  })
}

/** The view is there, also under one that the wallet shows meanwhile. */
const isAsked = ({ modal, router }: KitState): boolean =>
  modal.isOpen && router.history.some(({ view }) => view === 'UpdateEmail')
