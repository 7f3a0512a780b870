/** What a connected app wants done, in plain words, with all of what is signed. */
import type { AskedRequest, RequestAsk } from '../asks/ask.js'
import { chainOfTypedData } from '../asks/readTypedData.js'
import type { Call } from '../chain/send.js'
import { AccountText, AddressText } from '../parts/AccountLine.js'
import { Facts } from '../parts/Facts.js'
import { Tree } from '../parts/Tree.js'
import { useFee } from '../parts/useFee.js'
import { useSelect } from '../parts/useWallet.js'
import type { WalletNetwork } from '../wallet/networks.js'
import { exactAmount } from '../words/amount.js'
import { describeCall } from '../words/describeCall.js'
import { safeLines } from '../words/safeText.js'
import { domainTree, typedDataTree } from '../words/typedDataTree.js'

export function requestTitle(request: AskedRequest): string {
  switch (request.kind) {
    case 'message':
      return request.signIn === undefined ? 'Sign this message?' : 'Sign in?'
    case 'typed-data':
      return 'Sign this data?'
    case 'transaction':
      return request.isOnlySigned ? 'Sign this transaction?' : 'Send this transaction?'
    case 'calls':
      return request.calls.length === 1
        ? 'Send this transaction?'
        : `Send these ${request.calls.length} transactions?`
    case 'switch-network':
      return `Move to ${request.target.name}?`
    case 'add-network':
      return 'Add this network?'
  }
}

export function RequestBody({ ask }: { ask: RequestAsk }) {
  const { request, network, app } = ask
  switch (request.kind) {
    case 'message':
      return (
        <>
          {request.signIn !== undefined && <SignInNote domain={request.signIn} host={app.host} />}
          <section className="card" aria-label="Message">
            {request.text === undefined ? (
              <>
                <p className="quiet">These bytes are no text. Only sign them if you know what they are.</p>
                <pre>{request.hex}</pre>
              </>
            ) : (
              <pre dir="auto">{safeLines(request.text)}</pre>
            )}
          </section>
          <Signer account={request.account} network={network} />
        </>
      )
    case 'typed-data': {
      const chain = chainOfTypedData(request.data)
      return (
        <>
          <section className="card" aria-label="Data">
            <h2>{safeLines(request.data.primaryType)}</h2>
            <Tree branches={typedDataTree(request.data)} />
          </section>
          <section className="card" aria-label="Bound to">
            <h2>Bound to</h2>
            <Tree branches={domainTree(request.data)} />
          </section>
          {chain !== undefined && chain !== network.chainId && (
            <p className="caution">
              The data is for network {chain}, but the app asks on {network.name}.
            </p>
          )}
          <Signer account={request.account} network={network} />
        </>
      )
    }
    case 'transaction':
      return (
        <>
          <CallCard call={request.call} network={network} from={request.account} />
          <Signer account={request.account} network={network} label="From" />
        </>
      )
    case 'calls':
      return (
        <>
          {request.calls.map((call, index) => (
            // The same call may be there twice; its place is what tells them apart.
            <CallCard
              key={index}
              call={call}
              network={network}
              from={request.account}
              label={`Transaction ${index + 1} of ${request.calls.length}`}
            />
          ))}
          <p className="fine">They are sent one after the other. If one fails, those before it stay done.</p>
          <Signer account={request.account} network={network} label="From" />
        </>
      )
    case 'switch-network':
      return (
        <p className="lead">
          The app wants to go on with <strong>{request.target.name}</strong> instead of {network.name}.
        </p>
      )
    case 'add-network':
      return (
        <>
          <Facts
            facts={[
              ['Name', request.added.name],
              ['Number', String(request.added.chainId)],
              ['Coin', request.added.symbol],
            ]}
          />
          <p className="fine">
            This wallet reaches nodes through its own gateway only. Where the gateway has none for this
            network, you can sign on it and not send.
          </p>
        </>
      )
  }
}

function Signer({
  account,
  network,
  label = 'With',
}: {
  account: string
  network: WalletNetwork
  label?: string
}) {
  return (
    <Facts
      facts={[
        [label, <AccountText key="account" address={account} />],
        ['Network', network.name],
      ]}
    />
  )
}

function SignInNote({ domain, host }: { domain: string; host: string }) {
  if (domain === host || domain === host.replace(/:\d+$/, ''))
    return <p className="lead">You sign in to {domain}.</p>
  return (
    <p className="caution">
      The message signs you in to {domain}, but the app says that it is at {host || 'no address'}.
    </p>
  )
}

function CallCard({
  call,
  network,
  from,
  label = 'Transaction',
}: {
  call: Call
  network: WalletNetwork
  from: `0x${string}`
  label?: string
}) {
  const tokens = useSelect(({ facts }) => facts.tokens)
  const known = Object.hasOwn(tokens, network.id) ? (tokens[network.id] ?? {}) : {}
  const { title, lines, notes } = describeCall(call, { network, tokens: known })
  const fee = useFee(call, network, from)
  return (
    <section className="card" aria-label={label}>
      <p className="what">{title}</p>
      <Facts
        facts={[
          ...lines.map(
            ({ label, value, isAddress }) =>
              [label, isAddress ? <AddressText key={value} address={value} /> : value] as const,
          ),
          [
            'Fee',
            fee.status === 'known'
              ? `at most ${exactAmount(fee.value, network.decimals, network.symbol)}`
              : fee.status === 'loading'
                ? '…'
                : 'not known',
          ],
        ]}
      />
      {fee.status === 'unknown' && <p className="caution">{fee.text}</p>}
      {notes.map((note) => (
        <p key={note} className="caution">
          {note}
        </p>
      ))}
      {call.data && (
        <details>
          <summary>Data</summary>
          <pre>{call.data}</pre>
        </details>
      )}
    </section>
  )
}
