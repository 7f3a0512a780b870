/** The floor: React and one button that counts. */
import { useState } from 'react'
import { createRoot } from 'react-dom/client'

function App() {
  const [count, setCount] = useState(0)
  return (
    <button id="connect" type="button" onClick={() => setCount(count + 1)}>
      Connect wallet {count > 0 && count}
    </button>
  )
}

createRoot(document.getElementById('root')).render(<App />)
