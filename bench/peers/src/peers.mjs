/**
 * Weighs and times our product beside its rivals in one run: same bundler, same browser, same machine, same minute.
 *
 *   npm run bench:peers -- --apps=react,wagmi-core,latchkey,rainbowkit --rounds=5 --no-time --docs
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { writeBetweenMarks } from '../../../scripts/between-marks.mjs'
import { root } from '../../../scripts/install.mjs'
import { readApps, workshop } from './apps.mjs'
import { buildApps } from './buildApps.mjs'
import { installApps } from './install.mjs'
import { startInternet } from './internet.mjs'
import { checkAccess } from './phases/access.mjs'
import { checkPolicy } from './phases/policy.mjs'
import { timeApps } from './phases/time.mjs'
import { weighApps } from './phases/weigh.mjs'
import { judge, writeTables } from './report.mjs'
import { startSite } from './site.mjs'

const { values } = parseArgs({
  options: {
    apps: { type: 'string', default: '' },
    rounds: { type: 'string', default: '9' },
    'no-time': { type: 'boolean', default: false },
    docs: { type: 'boolean', default: false },
  },
})
const rounds = Number(values.rounds)
if (!Number.isSafeInteger(rounds) || rounds < 1) throw new Error('--rounds takes a whole number above zero.')

const apps = readApps(values.apps.split(',').filter(Boolean))
const say = (/** @type {string} */ text) => console.log(`… ${text}`)

say(`installing ${apps.map(({ name }) => name).join(', ')}`)
const footprints = await installApps(apps)
say('building')
const sizes = await buildApps(apps)
const rig = { site: await startSite(), internet: await startInternet() }
try {
  say('weighing')
  const fetched = await weighApps(rig, apps, sizes)
  say('trying the keyboard, axe and a strict policy')
  const access = await checkAccess(rig, apps)
  const obedience = await checkPolicy(rig, apps)
  for (const [name, { violations }] of obedience)
    for (const violation of violations) console.log(`  ${name} breaks the policy: ${violation}`)
  const isTimed = !values['no-time']
  if (isTimed) say(`timing, ${rounds} rounds at two speeds; this takes minutes and wants a quiet machine`)
  const fast = isTimed ? await timeApps(rig, apps, { rounds, slowdown: 1 }) : undefined
  const slow = isTimed ? await timeApps(rig, apps, { rounds, slowdown: 4 }) : undefined
  const measured = { apps, footprints, fetched, fast, slow, access, obedience }
  const machine = `Node ${process.version}, ${process.arch}, ${cpus().length} cores, Chromium without a GPU.`
  const report = `${machine}${isTimed ? ` ${rounds} rounds, medians.` : ''}\n\n${writeTables(measured)}\n`
  console.log(`\n${report}`)
  for (const { text, holds } of judge(measured)) console.log(`${holds ? 'holds' : 'FALLS SHORT'}  ${text}`)
  mkdirSync(workshop, { recursive: true })
  writeFileSync(join(workshop, 'report.md'), report)
  if (values.docs) writeBetweenMarks(join(root, 'docs/guide/compared.md'), 'peers', report)
} finally {
  rig.site.close()
  rig.internet.close()
}
