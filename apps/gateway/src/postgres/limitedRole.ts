/** The role that the gateway works as: it owns its own database and nothing else, so that a hole in a query is no hole in the machine. */
import { randomBytes } from 'node:crypto'
import pg from 'pg'

export const roleName = 'latchkey_gateway'
export const databaseName = 'latchkey'

/**
 * Makes role and database where they are missing, and gives the role a new password, which is kept in memory only.
 * `urlOf` is for the superuser. Returns the password.
 */
export async function ensureLimitedRole(urlOf: (database: string) => string): Promise<string> {
  // Hex only, so that it needs no quoting anywhere.
  const password = randomBytes(24).toString('hex')
  await withClient(urlOf('postgres'), async (client) => {
    const { rowCount: roles } = await client.query('select from pg_roles where rolname = $1', [roleName])
    const can = 'login nosuperuser nocreatedb nocreaterole noreplication nobypassrls'
    await client.query(
      `${roles === 0 ? 'create' : 'alter'} role ${roleName} with ${can} password '${password}'`,
    )
    const { rowCount: databases } = await client.query('select from pg_database where datname = $1', [
      databaseName,
    ])
    if (databases === 0) await client.query(`create database ${databaseName} owner ${roleName}`)
    else await client.query(`alter database ${databaseName} owner to ${roleName}`)
    // Other databases of the server are not its business.
    await client.query(`revoke connect on database postgres from public`)
  })
  await withClient(urlOf(databaseName), handOver)
  return password
}

/** Databases made before there was a role belong to the superuser. */
async function handOver(client: pg.Client): Promise<void> {
  await client.query(`alter schema public owner to ${roleName}`)
  const { rows } = await client.query<{ statement: string }>(
    `select format('alter %s public.%I owner to ${roleName}', case relkind when 'S' then 'sequence' when 'v' then 'view' when 'm' then 'materialized view' else 'table' end, relname) as statement
     from pg_class join pg_roles on pg_roles.oid = relowner
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'S', 'v', 'm') and rolname <> $1
       and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'a')`,
    [roleName],
  )
  for (const { statement } of rows) await client.query(statement)
}

async function withClient(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  // The failing query reports a lost connection; the event only must not go unheard.
  client.on('error', () => {})
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
