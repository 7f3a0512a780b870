/** How the views of sending reach their form: started once, kept young while one of them is shown. */
import { type Send, type SendFormState, send } from '@latchkey/core/screen'
import { useEffect } from 'react'
import { type StartedFeature, useFeature, useStore } from '../../useFeature.js'

export function useShownSend(): StartedFeature<Send> {
  const started = useFeature<Send>(send)
  const { handle } = started
  useEffect(() => handle?.follow(), [handle])
  return started
}

const everything = (state: SendFormState) => state

export const useSendState = (form: Send): SendFormState => useStore(form.store, everything)
