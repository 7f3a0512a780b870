import { expect, inject, test } from 'vitest'
import { createDatabase } from '../testing/database.js'
import { run } from '../testing/statement.js'

test.each([
  ['read files of the machine', "select pg_read_file('/etc/passwd')"],
  ['run programs', "copy (select 1) to program 'true'"],
  ['write files', "copy (select 1) to '/tmp/latchkey-escape'"],
  ['make roles', 'create role intruder superuser'],
  ['make databases', 'create database intruder'],
  ['change the server', 'alter system set log_statement = none'],
  ['make itself more', 'alter role latchkey_gateway superuser'],
  ['read the passwords of roles', 'select rolpassword from pg_authid'],
])('the role of the gateway cannot %s', async (_, statement) => {
  const url = await createDatabase()
  await expect(run(url, statement)).rejects.toThrow(/permission denied|must be|Only roles with/)
})

test('the role of the gateway cannot enter the database of the server', async () => {
  const url = new URL(await createDatabase())
  url.pathname = '/postgres'
  await expect(run(url.href, 'select 1')).rejects.toThrow('permission denied')
  expect(inject('postgresRole').name).toBe('latchkey_gateway')
})

test('in its own database it may do what migrations do', async () => {
  const url = await createDatabase()
  await run(url, 'create table kept (id bigserial primary key, at timestamptz default now())')
  await run(url, 'insert into kept default values')
  expect(await run(url, 'select id from kept')).toEqual([{ id: '1' }])
  await run(url, 'drop table kept')
})
