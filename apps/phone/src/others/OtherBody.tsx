/** What an app wants done on a network of another family, in plain words. */
import type { OtherAsk } from '../asks/ask.js'
import { AccountText, AddressText } from '../parts/AccountLine.js'
import { Facts } from '../parts/Facts.js'
import { safeLines } from '../words/safeText.js'

export function OtherBody({ ask }: { ask: OtherAsk }) {
  const { request, network } = ask
  const { what, text, facts, cautions, data, account, isSent } = request
  return (
    <>
      {text !== undefined && (
        <section className="card" aria-label="Message">
          <pre dir="auto">{safeLines(text)}</pre>
        </section>
      )}
      {(what !== undefined || facts.length > 0) && (
        <section className="card" aria-label={text === undefined ? 'Transaction' : 'Details'}>
          {what !== undefined && <p className="what">{what}</p>}
          <Facts
            facts={facts.map(
              ({ label, value, isAddress }) =>
                [label, isAddress ? <AddressText key={value} address={value} /> : value] as const,
            )}
          />
          {data !== undefined && (
            <details>
              <summary>Data</summary>
              <pre>{data}</pre>
            </details>
          )}
        </section>
      )}
      {cautions.map((caution) => (
        <p key={caution} className="caution">
          {caution}
        </p>
      ))}
      <Facts
        facts={[
          [isSent ? 'From' : 'With', <AccountText key="account" address={account} />],
          ['Network', network.name],
        ]}
      />
    </>
  )
}
