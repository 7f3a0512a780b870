/** What the kit says at this moment, read through the React hooks. */
import { useAccount, useBalance, useModal, useNetwork } from 'latchkey/react'

export function LiveState() {
  const { address, status } = useAccount()
  const { balance, status: balanceStatus } = useBalance()
  const { network, networkId, isSupported } = useNetwork()
  const { isOpen } = useModal()
  const facts: readonly [name: string, value: string | undefined][] = [
    ['Status', status],
    ['Account', address],
    ['Network', network?.name ?? networkId],
    ['Balance', balance ? `${balance.formatted} ${balance.symbol}` : balanceStatus],
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
    </section>
  )
}
