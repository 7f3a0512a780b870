/** Whether a person has waited here for so long that they wonder: 30 s, as long as until another mail may be asked for. */
import { limits } from '@latchkey/spec/limits'
import { useEffect, useState } from 'react'
import { useKitContext } from '../../context.js'

export function useIsLate(): boolean {
  const { clock } = useKitContext()
  const [isLate, setLate] = useState(false)
  useEffect(() => clock.after(limits.emailCodeCooldown, () => setLate(true)), [clock])
  return isLate
}
