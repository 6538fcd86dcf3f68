import { createSearch } from './createSearch.js'
import { excerptOf, markedParts } from './excerpt.js'

/** What is written above the first result of each kind. */
const titles = {
  guide: 'Guides',
  name: 'Reference',
  member: 'Reference',
  changes: 'For maintainers',
  maintainers: 'For maintainers',
}

/** The sections that `search.mjs` has packed into a script, for a page that is read from a folder can fetch nothing. */
const readSections = async () => {
  const script = document.getElementById('tsd-search-script')
  if (globalThis.siteSections === undefined)
    await new Promise((resolve, reject) => {
      script.addEventListener('load', resolve)
      script.addEventListener('error', reject)
    })
  const packed = Uint8Array.from(atob(globalThis.siteSections), (letter) => letter.charCodeAt(0))
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate'))
  return new Response(unpacked).json()
}

const element = (tag, attributes, ...children) => {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  made.append(...children)
  return made
}

const marked = (text, words) =>
  markedParts(text, words).map((part, index) => (index % 2 === 1 ? element('mark', {}, part) : part))

const optionOf = ({ section: { title, page, url, text }, terms }, index) => {
  const { base } = document.documentElement.dataset
  const where = page === '' ? [] : [element('span', { class: 'parent' }, page)]
  const content = element(
    'span',
    { class: 'text' },
    element('span', { class: 'found' }, element('span', {}, ...marked(title, terms)), ...where),
    element('span', { class: 'excerpt' }, ...marked(excerptOf(text, terms), terms)),
  )
  const link = element('a', { href: `${base.replace(/\/?$/, '/')}${url}`, tabindex: '-1' }, content)
  return element('li', { id: `found-${String(index)}`, role: 'option', 'aria-selected': 'false' }, link)
}

/** Shows what a search finds in typedoc's own dialog, which sees to opening, closing and the arrow keys. */
export const attachSearch = () => {
  const [dialog, field, results, status] = ['', '-input', '-results', '-status'].map((part) =>
    document.getElementById(`tsd-search${part}`),
  )
  let searching

  const show = async () => {
    searching ??= readSections().then(createSearch)
    const search = await searching
    const query = field.value.trim()
    const found = search(query)
    results.replaceChildren(...found.map(optionOf))
    for (const [index, { section }] of found.entries()) {
      const title = titles[section.kind]
      if (index === 0 || titles[found[index - 1].section.kind] !== title) results.children[index].dataset.group = title
    }
    results.dataset.query = query
    field.setAttribute('aria-activedescendant', '')
    status.textContent = found.length > 0 || query === '' ? '' : `Nothing is found for “${query}”.`
  }
  const fail = () => (status.textContent = 'The search could not be loaded.')

  field.addEventListener('focus', () => show().catch(fail))
  field.addEventListener('input', () => show().catch(fail))
  // A section of this very page: the dialog would stay in front of it.
  results.addEventListener('click', () => dialog.dispatchEvent(new Event('cancel', { cancelable: true })))
}
