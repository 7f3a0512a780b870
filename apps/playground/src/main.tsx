/** Starts the playground. */
import { LatchkeyProvider } from 'latchkey/react'
import { createRoot } from 'react-dom/client'
import { App } from './App.js'
import { createKit } from './kit.js'
import { readLocalWorld } from './localWorld.js'
import { otherNamespaces } from './otherNamespaces.js'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
// Before the kit: the phone of the local world is one of its wallets.
const world = await readLocalWorld()
const others = await otherNamespaces(world)
createRoot(root).render(
  <LatchkeyProvider kit={createKit(world, others)}>
    <App world={world} />
  </LatchkeyProvider>,
)
