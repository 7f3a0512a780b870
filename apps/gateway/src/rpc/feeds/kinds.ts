/** What can be followed on a network, by namespace. */

export interface FeedKind {
  readonly subscribe: string
  readonly unsubscribe: string
  /** The method of the notices. */
  readonly notice: string
  /** It tells once, and is then over. */
  readonly isOnce?: true
}

const kinds: Readonly<Record<string, readonly FeedKind[]>> = {
  eip155: [{ subscribe: 'eth_subscribe', unsubscribe: 'eth_unsubscribe', notice: 'eth_subscription' }],
  solana: [
    solanaKind('account'),
    solanaKind('logs'),
    solanaKind('program'),
    { ...solanaKind('signature'), isOnce: true },
    solanaKind('slot'),
    solanaKind('root'),
  ],
}

function solanaKind(noun: string): FeedKind {
  return { subscribe: `${noun}Subscribe`, unsubscribe: `${noun}Unsubscribe`, notice: `${noun}Notification` }
}

export function subscribingKind(namespace: string, method: string): FeedKind | undefined {
  return kinds[namespace]?.find(({ subscribe }) => subscribe === method)
}

export function isUnsubscribing(namespace: string, method: string): boolean {
  return kinds[namespace]?.some(({ unsubscribe }) => unsubscribe === method) ?? false
}

/** Of eip155 only what the chain decides is followed: every waiting transaction would be a flood. */
export function isFollowed(namespace: string, params: readonly unknown[]): boolean {
  return namespace !== 'eip155' || params[0] === 'newHeads' || params[0] === 'logs'
}
