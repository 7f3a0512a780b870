/** What the mailbox in PostgreSQL says to it. */

/**
 * `$1` numbers for the one process that writes from now on. Writers hold the row while they write, so whoever takes over
 * does so behind the last of them; and what a writer of before still has on its way finds another number there.
 */
export const takeText = 'update relay_keeper set numbers = numbers + $1 returning numbers as end'

/** Whether the last numbers that were taken end with `$1`. */
export const tellText = 'select numbers = $1 as "isMine" from relay_keeper'

/**
 * Nobody waits for a receipt to be on the disk: if the machine fails, its message comes once more, as after a receipt
 * that the network lost. The setting is the transaction's, so that it holds behind a pooler too.
 */
const relaxed = ", (select set_config('synchronous_commit', 'off', true)) as relaxed(setting)"

/** Writes so many pages, four values each behind `$1`, unless somebody else has taken over. */
export function writeText(pages: number, isRelaxed: boolean): string {
  const rows = Array.from({ length: pages }, (_, n) => {
    const first = 2 + n * 4
    return `($${first}::bigint, $${first + 1}::bigint, $${first + 2}::text, $${first + 3}::bytea)`
  })
  return `
insert into relay_pages (id, expires_at, heads, bodies)
select page.* from (values ${rows.join(', ')}) page,
  (select from relay_keeper where numbers = $1 for share) mine${isRelaxed ? relaxed : ''}`
}

/** The heads of up to `$2` pages behind `$1`. */
export const readText = 'select id, expires_at, heads from relay_pages where id > $1 order by id limit $2'

/** Texts, `$1`, by the page, the place and the length of each. */
export const textsText = `
select n, convert_from(substring(bodies from at + 1 for bytes), 'UTF8') as text
from unnest($1::int[], $2::bigint[], $3::int[], $4::int[]) as asked(n, page, at, bytes),
  lateral (select bodies from relay_pages where id = asked.page) found`

/** Which pages there are. */
export const listText = 'select id from relay_pages'

/** Only the process that writes knows what nobody needs any more. Answers with whether that is this one. */
export const eraseText = `
with mine as (select from relay_keeper where numbers = $1),
  gone as (delete from relay_pages where id = any($2::bigint[]) and exists (select from mine))
select exists (select from mine) as "isMine"`

/** How many processes whose name begins so have connections to this database. */
export const neighboursText = `
select count(distinct application_name) from pg_stat_activity
where datname = current_database() and application_name like $1`
