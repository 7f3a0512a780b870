/** What the kit says at this moment, read through the React hooks. */
import { useAccount, useModal, useNetwork } from 'latchkey/react'

export function LiveState() {
  const { address, status, balance } = useAccount()
  const { network, networkId, isSupported } = useNetwork()
  const { isOpen } = useModal()
  const held = balance?.balance
  const facts: readonly [name: string, value: string | undefined][] = [
    ['Status', status],
    ['Account', address],
    ['Network', network?.name ?? networkId],
    ['Balance', held ? `${held.formatted} ${held.symbol}` : balance?.status],
    ['Supported here', isSupported ? 'yes' : 'no'],
    ['Modal', isOpen ? 'open' : 'closed'],
  ]
  return (
    <section className="panel" aria-labelledby="state">
      <h2 id="state">
        Live state <span className="dot" data-status={status} />
      </h2>
      <dl className="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd data-testid={name.toLowerCase().replaceAll(' ', '-')}>{value ?? '—'}</dd>
          </div>
        ))}
      </dl>
      <p className="note">
        The wallets on this page are demo wallets. They sign nothing: Demo Wallet accepts, Brass declines,
        Harbor fails, Quiet never answers.
      </p>
    </section>
  )
}
