/** What each provider gives for the amount, side by side; where nobody answers, an estimate that is called one (D-18). */
import { type BuyQuote, type BuyToken, fiatText, type Onramp, type OnrampState } from '@latchkey/core/screen'
import { useNumbers } from '../../copy/useNumbers.js'
import { useText } from '../../copy/useText.js'
import { useWords } from '../../copy/useWords.js'
import { useLanguageCode, useRetell } from '../../copy/wording.js'
import { ActionButton } from '../../parts/ActionButton.js'
import { Notice } from '../../parts/Notice.js'
import { RowSkeleton } from '../../parts/Row.js'
import { WalletImage } from '../../parts/WalletImage.js'
import { wear } from '../../theme/wear.js'
import shared from '../views.sheet.css'
import { methodName } from './AmountStep.js'
import { copy } from './copy.js'
import { tokenOf, usualFee, wholeTokenOf } from './money.js'
import styles, { css } from './onramp.sheet.css'
import { openPage } from './openPage.js'

interface QuoteStepProps {
  readonly shop: Onramp
  readonly state: OnrampState
  readonly token: BuyToken
}

const worn = wear(css)

export function QuoteStep({ shop, state, token }: QuoteStepProps) {
  const t = useWords(copy)
  const { fiat, method, amount, problem } = state
  const code = useLanguageCode()
  const numbers = useNumbers()
  const retell = useRetell()
  if (!fiat || !method) return null
  return (
    <div ref={worn} className={shared.view}>
      <div className={styles.paying}>
        <p>
          {t('buy.paying', {
            amount: fiatText(amount.replace(/\.$/, ''), numbers, fiat.code),
            method: inSentence(methodName(method.id, t), code),
          })}
          <span>{t('buy.get-on', { symbol: token.symbol, network: token.networkName })}</span>
        </p>
        <button type="button" className={styles.link} onClick={() => shop.back()}>
          {t('buy.change')}
        </button>
      </div>
      {problem && (
        <p className={styles.problem} role="alert">
          {t('buy.not-opened', { reason: retell(problem).replace(/[.。।]$/, '') })}
        </p>
      )}
      <Offers shop={shop} state={state} token={token} />
    </div>
  )
}

function Offers({ shop, state, token }: QuoteStepProps) {
  const t = useWords(copy)
  const shell = useText()
  const retell = useRetell()
  const numbers = useNumbers()
  const { quotes, fiat } = state
  const { symbol } = token
  const currency = fiat?.code ?? ''
  if (quotes.status === 'refused')
    return <Notice icon="alert" tone="bad" title={t('buy.refused')} detail={retell(quotes.reason)} />
  if (quotes.status === 'estimate') {
    const { low, high } = quotes.estimate
    const worth = (each: string) => fiatText(each, numbers, currency)
    return (
      <div className={styles.estimate} role="status">
        <p className={styles.estimateTag}>{t('buy.estimate')}</p>
        <p className={styles.estimateWorth}>
          {t('buy.estimate-worth', { low: worth(low), high: worth(high), symbol })}
        </p>
        <p className={styles.footnote}>{t('buy.estimate-detail', usualFee(numbers))}</p>
        <ActionButton icon="retry" onPress={() => void shop.refresh()}>
          {shell('shell.retry')}
        </ActionButton>
      </div>
    )
  }
  const items = quotes.status === 'idle' ? [] : quotes.items
  if (quotes.status === 'ready' && items.length === 0)
    return <Notice icon="coin" title={t('buy.none')} detail={t('buy.none-detail', { symbol })} />
  if (items.length === 0)
    return (
      <div className={styles.offers} role="status" aria-label={t('buy.asking')}>
        <RowSkeleton />
        <RowSkeleton />
      </div>
    )
  return (
    <>
      <ul className={styles.offers} aria-label={t('buy.offers')} aria-busy={quotes.status === 'loading'}>
        {items.map((quote, index) => (
          <li key={quote.provider}>
            <Offer
              quote={quote}
              symbol={symbol}
              currency={currency}
              isBest={index === 0 && items.length > 1}
              // The window is opened here, in the press: later the browser would block it.
              onPress={() => void shop.buy({ provider: quote.provider, page: openPage() })}
            />
          </li>
        ))}
      </ul>
      <p className={styles.footnote}>
        {t('buy.window')} {items.some(({ isSandbox }) => isSandbox) && t('buy.sandbox-note')}
      </p>
    </>
  )
}

interface OfferProps {
  readonly quote: BuyQuote
  readonly symbol: string
  readonly currency: string
  readonly isBest: boolean
  onPress(): void
}

function Offer({ quote, symbol, currency, isBest, onPress }: OfferProps) {
  const t = useWords(copy)
  const numbers = useNumbers()
  const { fee } = quote
  const provider = quote.name || t('buy.unnamed')
  // Whole where it is read out or pointed at; only the eye has no room for it.
  const gets = wholeTokenOf(quote.gets, numbers)
  const pays = fiatText(quote.pays, numbers, currency)
  const feeText =
    fee === undefined
      ? t('buy.fee-usual', usualFee(numbers))
      : t('buy.fee', { fee: fiatText(fee, numbers, currency) })
  return (
    <button
      type="button"
      className={styles.offer}
      aria-label={`${t('buy.offer', { gets, symbol, provider, pays })}. ${feeText}`}
      onClick={onPress}
    >
      <WalletImage name={provider} icon={undefined} />
      <span className={styles.offerText}>
        <span className={styles.offerName}>
          {provider}
          {isBest && <span className={styles.best}>{t('buy.best')}</span>}
          {quote.isSandbox && <span className={styles.test}>{t('buy.test')}</span>}
        </span>
        <span className={styles.offerFee}>{feeText}</span>
      </span>
      <span className={styles.offerGets} title={gets}>
        {tokenOf(quote.gets, numbers)}
        <span>{symbol}</span>
      </span>
    </button>
  )
}

/** English writes a way to pay small within a sentence; other languages have their own rules. */
const inSentence = (name: string, code: string) => (code === 'en' ? name.toLowerCase() : name)
