/** A Vue app as any other; the kit is made by the file that the component imports. */
import { createApp } from 'vue'
import App from './App.vue'
import './style.css'

createApp(App).mount('#app')
