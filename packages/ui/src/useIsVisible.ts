/** Whether anybody can see the page: what nobody sees needs not be kept young. */
import { useSyncExternalStore } from 'react'

const isVisible = () => document.visibilityState !== 'hidden'

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

export const useIsVisible = (): boolean => useSyncExternalStore(subscribe, isVisible, () => true)
