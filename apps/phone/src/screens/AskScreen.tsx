/** The question that is next: who asks, what for, and the two answers. */

import type { Ask } from '../asks/ask.js'
import { OtherBody } from '../others/OtherBody.js'
import { AppFace } from '../parts/AppFace.js'
import { Screen } from '../parts/Screen.js'
import { useArmed } from '../parts/useArmed.js'
import { useSelect, useWallet } from '../parts/useWallet.js'
import { ConnectBody, useConnectChoice } from './ConnectBody.js'
import { RequestBody, requestTitle } from './RequestBody.js'

export function AskScreen({ ask, waiting }: { ask: Ask; waiting: number }) {
  const wallet = useWallet()
  const busy = useSelect(({ busy }) => busy)
  const failure = useSelect(({ failure }) => failure)
  const choice = useConnectChoice(ask)
  const isBusy = busy === ask.id
  const isArmed = useArmed()
  const isStill = !isArmed || busy !== undefined
  const obstacle = 'obstacle' in ask ? ask.obstacle : undefined
  const isRequest = ask.kind === 'request' || ask.kind === 'other'
  const canApprove = !obstacle && (isRequest || (choice.accounts.length > 0 && choice.isAnywhere))
  return (
    <Screen
      title={titleOf(ask)}
      askId={ask.id}
      actions={
        <>
          <button
            type="button"
            className="secondary"
            data-arming={!isArmed || undefined}
            disabled={isStill}
            onClick={() => void wallet.reject(ask)}
          >
            Reject
          </button>
          <button
            type="button"
            className="primary"
            data-arming={!isArmed || undefined}
            disabled={isStill || !canApprove}
            onClick={() => void wallet.approve(ask, choice)}
          >
            {isBusy ? <span className="spinner" /> : null}
            Approve
          </button>
        </>
      }
    >
      {waiting > 1 && (
        <p className="queue" data-testid="queue">
          1 of {waiting} questions
        </p>
      )}
      <AppFace app={ask.app} isSmall={isRequest} />
      {ask.kind === 'request' && <RequestBody ask={ask} />}
      {ask.kind === 'other' && <OtherBody ask={ask} />}
      {(ask.kind === 'connect' || ask.kind === 'sign-in') && <ConnectBody ask={ask} choice={choice} />}
      <div role="alert">
        {obstacle && <p className="caution">{obstacle.message}</p>}
        {failure?.id === ask.id && <p className="caution">{failure.text}</p>}
      </div>
    </Screen>
  )
}

function titleOf(ask: Ask): string {
  if (ask.kind === 'connect') return 'Connect to this app?'
  if (ask.kind === 'sign-in') return 'Connect and sign in?'
  if (ask.kind === 'other') return ask.request.title
  return requestTitle(ask.request)
}
