/** What a writer is: somebody who has things acknowledged by the gateway, remembers which, and looks for them afterwards. */

export interface Writer {
  /** What it writes, in the plural, as the table says it. */
  readonly what: string
  /** Has one more thing acknowledged, however often it must ask; whoever is killed meanwhile comes back. */
  step(): Promise<void>
  /** How many things were acknowledged. */
  acknowledged(): number
  /** A sentence for each thing that is lost, doubled or changed; `isLast` looks at everything of all runs. */
  findFaults(isLast: boolean): Promise<string[]>
  stop?(): Promise<void> | void
}

/** Where a writer finds the gateway and its neighbours. */
export interface Place {
  /** The API, by way of whatever stands before the gateways. */
  readonly api: string
  /** Every gateway by itself: relay clients are told of all of them. */
  readonly relays: readonly string[]
  /** The origin of the wallet, as pages name it, and where it is served. */
  readonly wallet: { readonly origin: string; readonly server: string; readonly vault: string }
}
