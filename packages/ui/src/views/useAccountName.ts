/** The name of the account, once the gateway has told it, and again when it has changed. */
import { identity, startFeature } from '@latchkey/core/screen'
import type { Address, Namespace } from '@latchkey/spec/caip'
import { useEffect, useState } from 'react'
import { useKitContext } from '../context.js'

export function useAccountName(namespace: Namespace, address: Address): string | undefined {
  const kit = useKitContext()
  const [found, setFound] = useState<{ readonly address: Address; readonly name: string | undefined }>()
  useEffect(() => {
    let isStale = false
    let leave = () => {}
    startFeature(kit, identity)
      .then(async (names) => {
        if (isStale || !names) return
        const read = async () => {
          const name = await names.nameOf({ namespace, address })
          if (!isStale) setFound({ address, name })
        }
        leave = names.subscribe(() => void read())
        await read()
      })
      // A chunk that did not come, or a kit that is gone: the address says enough.
      .catch((cause: unknown) => kit.log.info('The name of the account was not found', cause))
    return () => {
      isStale = true
      leave()
    }
  }, [kit, namespace, address])
  // The name of the account before is nobody's name.
  return found?.address === address ? found.name : undefined
}
