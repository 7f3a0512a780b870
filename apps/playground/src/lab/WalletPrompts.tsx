/** The screen of the demo wallets: what an extension would show in a window of its own. */
import type { LabPrompt } from 'latchkey/testing'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { describePrompt } from './describePrompt.js'
import type { PageWallet } from './pageWallet.js'

interface Asked {
  readonly id: number
  readonly wallet: PageWallet
  readonly prompt: LabPrompt
}

export function WalletPrompts({ wallets }: { readonly wallets: readonly PageWallet[] }) {
  const [asked, setAsked] = useState<readonly Asked[]>([])
  useEffect(() => {
    const leaving = new AbortController()
    let count = 0
    const follow = async (wallet: PageWallet) => {
      while (!leaving.signal.aborted) {
        const prompt = await wallet.controls.asked()
        count += 1
        const entry: Asked = { id: count, wallet, prompt }
        setAsked((before) => [...before, entry])
        await untilAnswered(wallet.controls, prompt)
        setAsked((before) => before.filter((each) => each !== entry))
      }
    }
    for (const wallet of wallets) void follow(wallet)
    return () => leaving.abort()
  }, [wallets])
  const [first] = asked
  return first ? <Prompt key={first.id} {...first} /> : null
}

/** A wallet says when it is asked, but not when a question goes away with the extension. */
function untilAnswered(wallet: PageWallet['controls'], prompt: LabPrompt): Promise<void> {
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (wallet.prompts.includes(prompt)) return
      clearInterval(timer)
      resolve()
    }, 50)
  })
}

function Prompt({ wallet, prompt }: Asked) {
  const dialog = useRef<HTMLDialogElement>(null)
  // A dialog of its own, because the modal makes the rest of the page inert.
  useLayoutEffect(() => dialog.current?.showModal(), [])
  const { question, detail } = describePrompt(prompt)
  const answer = (how: 'approve' | 'reject') => {
    // Closed before the page hears the answer, so that the page may move the focus.
    dialog.current?.close()
    prompt[how]()
  }
  return (
    <dialog
      ref={dialog}
      className="prompt"
      aria-label={`${wallet.name} asks`}
      onCancel={() => answer('reject')}
    >
      <p className="prompt-name">{wallet.name}</p>
      <p>{question}</p>
      <pre>{detail}</pre>
      <div className="prompt-actions">
        <button type="button" onClick={() => answer('reject')}>
          Reject
        </button>
        <button type="button" className="primary" onClick={() => answer('approve')}>
          Approve
        </button>
      </div>
    </dialog>
  )
}
