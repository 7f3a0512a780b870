/** The script of the sandbox's card form: sends the card, then says how far the order is until it has arrived. */

/** How often the order is asked about, in milliseconds. */
const every = 1000

export const script = `const main = document.querySelector('main')
const form = document.querySelector('form')
const card = document.querySelector('#card')
const pay = document.querySelector('.pay')
const problem = document.querySelector('#problem')
const progress = document.querySelector('#progress')
const back = document.querySelector('#back')
const { order, project } = main.dataset
const texts = {
  created: '',
  paid: 'Paid. The tokens are on their way.',
  delivered: 'Delivered. You can close this window.',
  failed: 'This order failed.',
  expired: 'This order has expired. Go back and start again.',
}
function show(status, reason) {
  form.hidden = status !== 'created'
  progress.textContent = [texts[status], reason].filter(Boolean).join(' ')
  if (back && status !== 'created') back.hidden = false
  if (status === 'paid') setTimeout(look, ${every})
}
async function look() {
  try {
    const answer = await fetch('/v1/onramp/orders/' + order + '?projectId=' + encodeURIComponent(project))
    const { status, reason } = await answer.json()
    show(answer.ok ? status : 'paid', reason)
  } catch {
    show('paid', 'The gateway does not answer; this page keeps asking.')
  }
}
async function reasonOf(answer) {
  const { reasons } = await answer.json().catch(() => ({}))
  return (reasons && reasons[0] && reasons[0].description) || 'The payment did not work. Try again.'
}
for (const button of document.querySelectorAll('[data-card]'))
  button.addEventListener('click', () => {
    card.value = button.dataset.card
    card.focus()
  })
form.addEventListener('submit', async (event) => {
  event.preventDefault()
  problem.textContent = ''
  pay.disabled = true
  try {
    const known = [...document.querySelectorAll('[data-card]')].map(({ dataset }) => dataset.card.replaceAll(' ', ''))
    const digits = card.value.replace(/[\\s-]/g, '')
    // A card that is not of the sandbox does not leave this page.
    const body = JSON.stringify({ card: known.includes(digits) ? digits : '' })
    const answer = await fetch('/onramp/sandbox/' + order + '/pay', { method: 'POST', body })
    if (answer.ok) show((await answer.json()).status)
    else problem.textContent = await reasonOf(answer)
  } catch {
    problem.textContent = 'The gateway does not answer. Try again.'
  }
  pay.disabled = false
})
show(main.dataset.status, main.dataset.reason)
`
