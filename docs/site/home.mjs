// The home page of the site: README.md, as long as it begins with what a newcomer needs first, and where to go from it.

/** The first sections of the home page, in their order. */
const opening = ['Install', 'Show new transactions', 'Go on']

/** What a visitor of the site comes for; the first is for most. */
const ways = [
  ['guides/getting-started.html', 'Get started'],
  ['playground/index.html', 'Open the playground'],
  ['guides/index.html', 'All guides'],
]

const links = ways.map(([href, text]) => `<a href="${href}">${text}</a>`).join('\n')

/** The home page, made of the parts of README.md. Throws unless this begins with the sections of `opening`. */
export const homeOf = (readme) => {
  const text = readme.map((part) => (part.kind === 'text' ? part.text : '')).join('')
  const titles = Array.from(text.matchAll(/^## (.*)$/gm), ([, title]) => title)
  const isOpening = opening.every((title, index) => titles[index] === title)
  if (!isOpening) throw new Error(`docs/site/home.mjs: README.md has to begin with the sections ${opening.join(', ')}`)
  const index = readme.findIndex(({ text: part }) => part.includes('## Install'))
  const { text: part, ...rest } = readme[index]
  const begun = { ...rest, text: part.replace('## Install', `<p class="ways">\n${links}\n</p>\n\n## Install`) }
  return readme.with(index, begun)
}
