/** What a dApp asks of a wallet, with the real answer. */
import { useAccount, useKit, useNetwork } from 'latchkey/react'
import { useState } from 'react'
import { type Request, requestsOn } from './requests.js'

interface Outcome {
  readonly name: string
  readonly status: 'waiting' | 'done' | 'failed'
  readonly text: string
}

export function Requests() {
  const kit = useKit()
  const { address } = useAccount()
  const { network } = useNetwork()
  const namespace = network?.chainNamespace ?? 'eip155'
  const [outcome, setOutcome] = useState<Outcome>()
  const run = async ({ name, ask }: Request) => {
    if (!address) return kit.open()
    setOutcome({ name, status: 'waiting', text: 'Waiting for the wallet…' })
    try {
      const text = await ask(kit, { address, namespace, chainId: Number(network?.id ?? 0) })
      setOutcome({ name, status: 'done', text })
    } catch (cause) {
      setOutcome({ name, status: 'failed', text: cause instanceof Error ? cause.message : String(cause) })
    }
  }
  return (
    <section className="panel" aria-labelledby="requests">
      <h2 id="requests">Ask the wallet</h2>
      <div className="row-actions">
        {requestsOn(namespace).map((request) => (
          <button key={request.name} type="button" onClick={() => void run(request)}>
            {request.name}
          </button>
        ))}
      </div>
      <p role="status" className="outcome" data-status={outcome?.status} data-testid="outcome">
        {outcome ? (
          <>
            <strong>{outcome.name}</strong> {outcome.text}
          </>
        ) : (
          'Connect a wallet, then ask it for something.'
        )}
      </p>
    </section>
  )
}
