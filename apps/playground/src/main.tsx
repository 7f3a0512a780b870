/** Starts the playground. */
import { LatchkeyProvider } from 'latchkey/react'
import { createRoot } from 'react-dom/client'
import { App } from './App.js'
import { kit } from './kit.js'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <LatchkeyProvider kit={kit}>
    <App />
  </LatchkeyProvider>,
)
