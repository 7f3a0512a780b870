/** What an app without adapters opens with on a computer: a code for whatever wallet the person has (S2-05). */
import { wear } from '../theme/wear.js'
import { ConsentFirst } from './ConsentFirst.js'
import { PairingCode } from './PairingCode.js'
import styles, { css } from './relay.sheet.css'
import { usePairing } from './usePairing.js'

const worn = wear(css)

export function View() {
  return (
    <ConsentFirst>
      <div ref={worn} className={styles.view}>
        <Code />
      </div>
    </ConsentFirst>
  )
}

const Code = () => <PairingCode pairing={usePairing()} />
