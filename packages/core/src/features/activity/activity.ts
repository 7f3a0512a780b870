/** What an account did, newest first, page by page (S4-18). */
import { history as historyEndpoint } from '@latchkey/spec/endpoints'
import type { HistoryState } from '@latchkey/spec/entities'
import { errorText, type LatchkeyError } from '@latchkey/spec/errors'
import { limits } from '@latchkey/spec/limits'
import { offersActivity } from '@latchkey/spec/options'
import { checkHistoryRequest } from '@latchkey/spec/validation'
import { showToast } from '../../actions/toast.js'
import type { KitContext } from '../../context.js'
import { createPagedLists, type PagedList, type PagedLists } from '../pagedLists.js'
import { isShown, networkOf, type Subject } from '../subject.js'
import { type ActivityItem, byYearAndMonth, readActivity } from './readActivity.js'

export type { ActivityItem, ActivityTransfer } from './readActivity.js'

/** S3-12, and what a screen needs to tell "nothing" from "unknown" (D-13). */
export interface ActivityList
  extends HistoryState,
    Pick<PagedList<ActivityItem>, 'status' | 'isLoadingMore' | 'error' | 'failed'> {
  readonly transactions: readonly ActivityItem[]
  readonly transactionsByYear: Record<string, Record<string, ActivityItem[]>>
}

export type Activity = PagedLists<Subject, ActivityList>

export function start(context: KitContext): Activity {
  const { services, events } = context
  return createPagedLists<Subject, ActivityItem, ActivityList>(context, {
    id: 'activity',
    idOf: ({ id }) => id,
    every: limits.activityRefresh,
    shape: toState,
    onFailed(subject, error: LatchkeyError) {
      // S8-05
      events.emit('ERROR_FETCH_TRANSACTIONS', { networkId: subject.networkId, message: error.message })
      if (isShown(context, subject))
        showToast(context, { variant: 'error', text: errorText('history.failed') })
    },
    async read(subject, cursor) {
      const { networkId, address } = subject
      // S5-17
      const problem = checkHistoryRequest(address)
      if (problem) throw problem
      const network = networkOf(context, subject)
      // S9-14
      if (!network || !offersActivity(network.chainNamespace)) return undefined
      const [api, queries] = await Promise.all([services.api(), services.queries()])
      // S7-01
      if (!api || !(await api.supports(networkId))) return undefined
      const { data, next } = await queries.fetch({
        kind: 'list',
        key: ['activity', networkId, address, cursor],
        run: ({ signal }) =>
          api.call(
            historyEndpoint,
            {
              params: { account: address },
              query: { chainId: networkId, ...(cursor === undefined ? {} : { cursor }) },
            },
            { signal },
          ),
      })
      return { items: readActivity(data, networkId), next: next ?? undefined }
    },
  })
}

function toState(list: PagedList<ActivityItem>, { networkId }: Subject): ActivityList {
  const { status, items, next, isLoadingMore, error, failed } = list
  return {
    status,
    isLoadingMore,
    error,
    failed,
    transactions: items,
    transactionsByYear: byYearAndMonth(items),
    // Purchases have a list of their own; no gateway of ours keeps it under an address.
    coinbaseTransactions: {},
    loading: status === 'loading' || isLoadingMore,
    // S4-18 wants a failure to read as empty here; whoever draws goes by `status` (D-13).
    empty: status === 'failed' || (status === 'ready' && items.length === 0),
    ...(next === undefined ? {} : { next }),
    lastNetworkInView: networkId,
  }
}
