/** What came of the last thing: always in the same place, and read out. */
import { Icon } from './Icon.js'
import { useSelect, useWallet } from './useWallet.js'

export function NoticeCard() {
  const notice = useSelect(({ notice }) => notice)
  // A question needs the room; the last result is then only named.
  const isBrief = useSelect(({ asks }) => asks.length > 0)
  const wallet = useWallet()
  return (
    <div role="status" aria-label="Latest result">
      {notice && (
        <div className="notice" data-tone={notice.tone}>
          <Icon name={notice.tone === 'good' ? 'check' : notice.tone === 'bad' ? 'cross' : 'note'} />
          <div className="two">
            <strong>{notice.title}</strong>
            {notice.text && !isBrief && <span>{notice.text}</span>}
            {notice.proof && !isBrief && <code className="proof">{notice.proof}</code>}
          </div>
          <button type="button" className="round small" aria-label="Dismiss" onClick={wallet.dismissNotice}>
            <Icon name="cross" size={16} />
          </button>
        </div>
      )}
    </div>
  )
}
