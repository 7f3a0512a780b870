/** Where the own PostgreSQL of a data folder listens, as its gateway wrote down. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { user } from './cluster.js'
import { databaseName } from './limitedRole.js'

const identity = v.object({ password: v.string() })

/** Undefined where there is no database yet, or where its port was left to chance. */
export function readAdminUrl(data: string, port: number): string | undefined {
  const path = join(data, 'postgres.json')
  if (port === 0 || !existsSync(path)) return undefined
  const { password } = v.parse(identity, JSON.parse(readFileSync(path, 'utf8')))
  return `postgres://${user}:${password}@127.0.0.1:${port}/${databaseName}`
}
