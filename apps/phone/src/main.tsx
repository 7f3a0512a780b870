/** Draws the phone page into its document. */
import { createRoot } from 'react-dom/client'
import { Phone } from './Phone.js'
import './phone.css'
import { playgroundAddress } from './playgroundAddress.js'

const root = document.getElementById('root')
if (root) createRoot(root).render(<Phone playground={playgroundAddress(location.href)} />)
