/** `latchkey project …`: who may use the gateway. */

import type { Db } from '../ports/db.js'
import {
  addProject,
  changeProject,
  listProjects,
  type ManagedProject,
  type ProjectChange,
  removeProject,
} from '../projects/manage.js'
import { forgetSecret, makeSecret, secretHeader } from '../projects/secret.js'
import { usageOf } from '../projects/usage.js'
import { setWebhook } from '../projects/webhook.js'
import { type Arguments, readArguments, UsageError } from './arguments.js'

export const projectHelp = `latchkey project add [id] [--name text] [--origin https://app.example]… [--feature name=on|off|a,b]… [--per-minute n] [--per-day n]
latchkey project set <id>     the same options; origins replace those it has
latchkey project list
latchkey project show <id>    with its usage by day
latchkey project secret <id> [--forget]  make a new secret for servers and native apps, in the place of the one before, and print it this once
latchkey project webhook <id> <https address>|--forget  tell the app there what becomes of its purchases; prints the new key that this is signed with
latchkey project enable|disable|remove <id>`

const known = { options: ['name', 'origin', 'feature', 'per-minute', 'per-day'], flags: ['json', 'forget'] }

/** What is printed; throws what the operator did wrong. */
export async function projectCommand(db: Db, list: readonly string[]): Promise<string> {
  const args = readArguments(list, known)
  const [verb, id] = args.words
  const asJson = args.flags.has('json')
  const print = (project: ManagedProject) => (asJson ? JSON.stringify(project) : describe(project))
  if (verb === 'add')
    return print(await addProject(db, { ...(id === undefined ? {} : { id }), ...changeOf(args) }))
  if (verb === 'list') return printAll(await listProjects(db), asJson)
  if (id === undefined) throw new UsageError(projectHelp)
  switch (verb) {
    case 'set':
      return print(await changeProject(db, id, changeOf(args)))
    case 'enable':
    case 'disable':
      return print(await changeProject(db, id, { isEnabled: verb === 'enable' }))
    case 'show':
      return show(db, id, print)
    case 'secret':
      return secretCommand(db, id, args.flags.has('forget'))
    case 'webhook':
      return webhookCommand(db, id, args)
    case 'remove':
      await removeProject(db, id)
      return `Project ${id} is removed.`
    default:
      throw new UsageError(projectHelp)
  }
}

async function secretCommand(db: Db, id: string, isForgotten: boolean): Promise<string> {
  const made = isForgotten ? (await forgetSecret(db, id)) && '' : await makeSecret(db, id)
  if (made === false || made === undefined) throw new UsageError(`There is no project ${id}.`)
  return isForgotten
    ? `Project ${id} has no secret any more.`
    : `${made}\nIt is shown this once. Send it as the header ${secretHeader}; within a minute it holds, and the one before does not.`
}

async function webhookCommand(db: Db, id: string, { words: [, , url], flags }: Arguments): Promise<string> {
  const isForgotten = flags.has('forget')
  // As the one client for such addresses has it: https and no port of its own, or a host of LATCHKEY_TRUSTED_HOSTS.
  const isReadable = url !== undefined && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
  if (isForgotten === isReadable || (isForgotten && url !== undefined)) throw new UsageError(projectHelp)
  const key = await setWebhook(db, id, isForgotten ? undefined : url)
  if (key === undefined) throw new UsageError(`There is no project ${id}.`)
  return isForgotten
    ? `Nothing is told of project ${id} any more.`
    : `${key}\nIt is shown this once. What is sent to ${url} is signed with it.`
}

async function show(db: Db, id: string, print: (project: ManagedProject) => string): Promise<string> {
  const project = (await listProjects(db)).find((one) => one.id === id)
  if (!project) throw new UsageError(`There is no project ${id}.`)
  const days = await usageOf(db, id)
  return [print(project), ...days.map(({ day, calls }) => `  ${day}  ${calls} calls`)].join('\n')
}

function changeOf({ options }: Arguments): ProjectChange {
  const name = options.get('name')?.at(-1)
  const allowedOrigins = options.get('origin')
  const features = Object.fromEntries((options.get('feature') ?? []).map(readFeature))
  const perMinute = readCount(options.get('per-minute')?.at(-1))
  const perDay = readCount(options.get('per-day')?.at(-1))
  return {
    ...(name === undefined ? {} : { name }),
    ...(allowedOrigins === undefined ? {} : { allowedOrigins }),
    features,
    quotas: {
      ...(perMinute === undefined ? {} : { perMinute }),
      ...(perDay === undefined ? {} : { perDay }),
    },
  }
}

function readFeature(text: string): [string, boolean | string[]] {
  const [, name = '', value = ''] = /^([a-z_]+)=(.+)$/i.exec(text) ?? []
  if (name === '') throw new UsageError(`--feature ${text}: write name=on, name=off or name=a,b`)
  return [name, value === 'on' ? true : value === 'off' ? false : value.split(',')]
}

function readCount(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^[1-9]\d{0,11}$/.test(text)) throw new UsageError(`${text} is not a number of calls`)
  return Number(text)
}

function printAll(projects: readonly ManagedProject[], asJson: boolean): string {
  if (asJson) return JSON.stringify(projects)
  return projects.length === 0 ? 'There are no projects.' : projects.map(describe).join('\n')
}

function describe({
  id,
  name,
  allowedOrigins,
  features,
  quotas,
  isEnabled,
  isDeclared,
}: ManagedProject): string {
  const facts = [
    `origins ${allowedOrigins.join(' ') || 'none'}`,
    ...(Object.keys(features).length > 0 ? [`features ${JSON.stringify(features)}`] : []),
    ...(quotas.perMinute === undefined ? [] : [`${quotas.perMinute} calls a minute`]),
    ...(quotas.perDay === undefined ? [] : [`${quotas.perDay} calls a day`]),
    ...(isDeclared ? ['from the configuration'] : []),
    ...(isEnabled ? [] : ['disabled']),
  ]
  return `${id}  ${name}  (${facts.join('; ')})`
}
