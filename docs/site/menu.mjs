// What is in the menu of the site, and in which order: docs/guides/README.md and docs/maintainers/README.md say it.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'

/** The Markdown files that a text in a folder links to, in the order of their links. */
const linked = (folder, text) => [
  ...new Set(Array.from(text.matchAll(/\]\(([^)#\s]+\.md)(?:#[^)]*)?\)/g), ([, path]) => posix.join(folder, path))),
]

/** The sections of a Markdown text, by their headings of the second level. */
const sections = (text) =>
  text
    .split(/^## /m)
    .slice(1)
    .map((section) => [section.slice(0, section.indexOf('\n')), section])

const guides = 'docs/guides'
const maintainers = 'docs/maintainers'
const read = (folder) => readFileSync(`${folder}/README.md`, 'utf8')

/** Pages by their group; those of `None` stand above the groups. */
const groups = () => {
  const ways = sections(read(guides)).map(([title, text]) => [title, linked(guides, text)])
  const below = linked(maintainers, read(maintainers)).filter((path) => !path.startsWith(`${guides}/`))
  return {
    None: [`${guides}/README.md`],
    ...Object.fromEntries(ways.filter(([, paths]) => paths.length > 0)),
    Maintain: [`${maintainers}/README.md`, ...below, 'docs/SECURITY.md', 'CHANGELOG.md'],
  }
}

/** Each page of the menu, with its group. Throws where a guide is in no group. */
export const menu = () => {
  const pages = Object.entries(groups()).flatMap(([group, paths]) => paths.map((path) => ({ group, path })))
  const known = new Set(pages.map(({ path }) => path))
  const all = [guides, maintainers].flatMap((folder) =>
    readdirSync(folder)
      .filter((file) => file.endsWith('.md'))
      .map((file) => `${folder}/${file}`),
  )
  const lost = [...all.filter((path) => !known.has(path)), ...[...known].filter((path) => !existsSync(path))]
  if (lost.length > 0) throw new Error(`the lists of guides and of pages for maintainers miss ${lost.join(', ')}`)
  return pages
}
