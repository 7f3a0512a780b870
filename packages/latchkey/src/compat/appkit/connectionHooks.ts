/** `useAppKitConnection` and `useAppKitConnections` of AppKit 1.8: several wallets, and which of them signs. */
'use client'

import type { Namespace } from '@latchkey/core'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import {
  type Connection,
  type Connections,
  connectionParts,
  keepParts,
  readConnections,
  readRecent,
  recentId,
} from './connections.js'
import { currentPage } from './createAppKit.js'
import type { ConnectionChange } from './switchConnection.js'
import { usePart } from './usePart.js'
import { type Told, useTelling } from './useTelling.js'

/** The wallets that are connected, and those that were used before; of the active namespace unless one is named. */
export function useAppKitConnections(namespace?: Namespace): Connections {
  const keep = useMemo(() => keepParts(), [])
  const parts = usePart((state, known) => keep(connectionParts(state, known, namespace)))
  return useMemo(
    () => ({ connections: readConnections(parts), recentConnections: readRecent(parts) }),
    [parts],
  )
}

/** The wallet that signs, and the way to another: `switchConnection` asks one that is not connected. */
export function useAppKitConnection({
  namespace,
  ...told
}: { readonly namespace?: Namespace } & Told<ConnectionChange> = {}) {
  const { known, switching, appKit } = currentPage()
  const front = useFront(namespace)
  const [connection] = useAppKitConnections(front).connections
  const { run, isPending } = useTelling(switching, told)
  const switchConnection = useCallback(
    ({ connection: { connectorId }, address }: SwitchConnectionParams) =>
      run({ namespace: front, connectorId, address }),
    [run, front],
  )
  const latest = useRef(told)
  useEffect(() => {
    latest.current = told
  })
  const deleteConnection = useCallback(
    ({ address, connectorId }: DeleteConnectionParams) => {
      const connector = appKit.kit.store
        .get()
        .connectors.find((each) => each.id === connectorId && each.namespace === front)
      const hasDeletedWallet = connector !== undefined && known.forgetRecent(recentId(connector))
      latest.current.onSuccess?.({
        address,
        namespace: front,
        hasSwitchedAccount: false,
        hasSwitchedWallet: false,
        hasDeletedWallet,
      })
    },
    [appKit, known, front],
  )
  return { connection, isPending, switchConnection, deleteConnection }
}

interface SwitchConnectionParams {
  readonly connection: Pick<Connection, 'connectorId'>
  readonly address?: string
}

interface DeleteConnectionParams {
  /** Handed on to `onSuccess`: a wallet is forgotten as a whole. */
  readonly address: string
  readonly connectorId: string
}

const useFront = (namespace: Namespace | undefined): Namespace =>
  usePart(({ activeNamespace }) => namespace ?? activeNamespace)
