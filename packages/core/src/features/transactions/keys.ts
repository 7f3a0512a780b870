/** Where the transaction centre keeps its list, under the kit's prefix. Apart, because the first load looks there too. */

export const transactionsKey = 'transactions'

/** Present while something in the list is still followed. */
export const followingKey = 'transactions.following'
