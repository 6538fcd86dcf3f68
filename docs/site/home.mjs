// The home page of the site: a sentence, how to install, ten lines of code and the picture, then the rest of README.md.
import { readFileSync } from 'node:fs'

const { version } = JSON.parse(readFileSync('package.json', 'utf8'))

const opening = `# RxBank

RxBank reads bank data as RxJS streams in TypeScript: tokens renew themselves, lists arrive page by page, and watchers
deliver what has changed.

## Install

The package is not published yet. In a clone, build a tarball, then install it with its peers in your project:

\`\`\`sh
npm ci && npm pack
npm install ./rxbank-${version}.tgz rxjs fp-ts io-ts
\`\`\`

`

const first = 'Ten lines'

const text = (content) => ({ kind: 'text', text: content })

/** The sections of a text in parts, each with its heading of the second level; what stands above them has none. */
const sectionsOf = (parts) => {
  const sections = [{ title: undefined, parts: [] }]
  for (const part of parts) {
    const [before, ...headed] = part.kind === 'text' ? part.text.split(/^(?=## )/m) : [part]
    sections.at(-1).parts.push(part.kind === 'text' ? text(before) : before)
    for (const section of headed) sections.push({ title: /^## (.*)$/m.exec(section)[1], parts: [text(section)] })
  }
  return sections
}

/** The home page, made of the parts of README.md. Throws if this has no section with the first program. */
export const homeOf = (readme) => {
  const [above, ...sections] = sectionsOf(readme)
  const program = sections.find(({ title }) => title === first)
  if (program === undefined) throw new Error(`docs/site/home.mjs: README.md has no section “${first}”`)
  const [title, ...introduction] = above.parts
  return [
    text(opening),
    ...program.parts,
    text('## Three kinds of streams\n'),
    text(title.text.replace(/^# .*\n/, '')),
    ...introduction,
    ...sections.filter((section) => section !== program).flatMap(({ parts }) => parts),
  ]
}
