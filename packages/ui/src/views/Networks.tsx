/** Choose a network. */
import { NetworkList } from './NetworkList.js'
import styles from './views.sheet.css'

export function View() {
  return (
    <div className={styles.view}>
      <NetworkList />
    </div>
  )
}
