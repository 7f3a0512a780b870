/** One statement on a connection of its own. */
import pg from 'pg'

export async function run<row extends pg.QueryResultRow>(url: string, text: string): Promise<row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<row>(text)).rows
  } finally {
    await client.end()
  }
}
