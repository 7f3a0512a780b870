/** The screen of the demo wallet: what an extension would show in a window of its own. */
import type { LabPrompt, LabWallet } from 'latchkey/testing'

export async function showQuestions(wallet: LabWallet): Promise<never> {
  for (;;) {
    const prompt = await wallet.asked()
    const isApproved = await ask(wallet.info.name, prompt)
    if (isApproved) prompt.approve()
    else prompt.reject()
  }
}

function ask(name: string, { params }: LabPrompt): Promise<boolean> {
  const dialog = document.createElement('dialog')
  dialog.className = 'question'
  dialog.setAttribute('aria-label', `${name} asks`)
  const say = (tag: 'p' | 'pre', text: string) => {
    const line = document.createElement(tag)
    line.textContent = text
    return line
  }
  const press = (text: string, value: string) => {
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = text
    button.addEventListener('click', () => dialog.close(value))
    return button
  }
  const choices = document.createElement('div')
  choices.append(press('Reject', ''), press('Approve', 'yes'))
  dialog.append(say('p', `${name} asks: sign this message?`), say('pre', textOf(params)), choices)
  document.body.append(dialog)
  dialog.showModal()
  return new Promise((resolve) => {
    // Also when the person leaves it with Escape.
    dialog.addEventListener('close', () => {
      dialog.remove()
      resolve(dialog.returnValue === 'yes')
    })
  })
}

/** `personal_sign` carries its text as hexadecimal bytes. */
function textOf(params: unknown): string {
  const hex: unknown = Array.isArray(params) ? params[0] : undefined
  const bytes = typeof hex === 'string' ? (hex.slice(2).match(/../g) ?? []) : []
  return new TextDecoder().decode(Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 16)))
}
