/** The search field of every page, and the menu's place. The index is fetched when somebody comes to the field. */
import { type Found, find, type SearchIndex } from './find.js'

const form = document.querySelector<HTMLFormElement>('form.search')
const menu = document.querySelector<HTMLElement>('#menu')
if (form) listen(form)
if (menu) showPlace(menu)

function listen(form: HTMLFormElement): void {
  const field = form.querySelector('input')
  const panel = form.querySelector<HTMLElement>('.found')
  const list = panel?.querySelector('ul')
  const status = panel?.querySelector('p')
  if (!field || !panel || !list || !status) return
  form.hidden = false

  let index: Promise<SearchIndex> | undefined
  const load = () => {
    index ??= fetchIndex(form.dataset.index ?? '').catch((error: unknown) => {
      // The next word tries again.
      index = undefined
      throw error
    })
    return index
  }
  const close = () => {
    panel.hidden = true
  }
  async function search(query: string): Promise<void> {
    if (query.trim() === '') return close()
    let found: readonly Found[]
    let words: string
    try {
      found = find(await load(), query)
      words = found.length === 0 ? 'Nothing found.' : ''
    } catch {
      found = []
      words = 'The search could not be loaded.'
    }
    // Somebody may have typed on in the meantime.
    if (field?.value !== query || !panel || !list || !status) return
    status.textContent = words
    list.replaceChildren(...found.map((one) => row(one, form.dataset.root ?? '')))
    panel.hidden = false
  }

  field.addEventListener('focus', () => void load().catch(() => undefined), { once: true })
  field.addEventListener('input', () => void search(field.value))
  field.addEventListener('focus', () => void search(field.value))
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    list.querySelector('a')?.click()
  })
  form.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return
    field.value = ''
    field.focus()
    close()
  })
  form.addEventListener('focusout', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node) || !form.contains(relatedTarget)) close()
  })
  // A press on a result takes the focus from the field before it is a click, in browsers that do not focus links.
  panel.addEventListener('pointerdown', (event) => event.preventDefault())
}

async function fetchIndex(address: string): Promise<SearchIndex> {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`The index answered ${answer.status}`)
  // Made by the same build as this script.
  return (await answer.json()) as SearchIndex
}

function row({ path, title, heading, section, excerpt }: Found, root: string): HTMLLIElement {
  const link = document.createElement('a')
  link.href = `${root}${path}`
  const name = document.createElement('b')
  name.textContent = heading === '' ? title : `${title}: ${heading}`
  const about = document.createElement('span')
  about.textContent = excerpt || section
  link.append(name, about)
  const item = document.createElement('li')
  item.append(link)
  return item
}

/** A long menu begins at the page that is open. */
function showPlace(menu: HTMLElement): void {
  const current = menu.querySelector<HTMLElement>('[aria-current]')
  if (!current || menu.scrollHeight <= menu.clientHeight) return
  menu.scrollTop = current.offsetTop - menu.offsetTop - menu.clientHeight / 3
}
