/** The page of the gallery. */
import { createRoot } from 'react-dom/client'
import { App } from './App.js'
import { Providers } from './Providers.js'

const root = document.querySelector('#root')
if (!root) throw new Error('The page has no #root.')
createRoot(root).render(
  <Providers>
    <App />
  </Providers>,
)
