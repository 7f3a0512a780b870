/** A Svelte app as any other; the kit is made by the file that the component imports. */
import { mount } from 'svelte'
import App from './App.svelte'
import './app.css'

const target = document.querySelector('#app')
if (!target) throw new Error('index.html has no #app')
mount(App, { target })
