// The home page of the site: README.md, as long as it begins with what a newcomer needs first.

/** The first sections of the home page, in their order. */
const opening = ['Install', 'Ten lines', 'Why']

/** The home page, made of the parts of README.md. Throws unless this begins with the sections of `opening`. */
export const homeOf = (readme) => {
  const text = readme.map((part) => (part.kind === 'text' ? part.text : '')).join('')
  const titles = Array.from(text.matchAll(/^## (.*)$/gm), ([, title]) => title)
  const isOpening = opening.every((title, index) => titles[index] === title)
  if (!isOpening) throw new Error(`docs/site/home.mjs: README.md has to begin with the sections ${opening.join(', ')}`)
  return readme
}
