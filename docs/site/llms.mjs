// What programs read that write code: each page of the menu as Markdown beside its HTML, the declarations of all public names
// as text, and `llms.txt`, which lists them as https://llmstxt.org says.
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, posix } from 'node:path'
import { addressOf } from './addressOf.mjs'
import { menu } from './menu.mjs'

const guideList = 'docs/guides/README.md'
const api = 'docs/maintainers/api'

const markdownOf = (path) => (path === 'README.md' ? 'index.md' : `${addressOf(path)}.md`)

/** A page as Markdown whose links lead to other such pages; of a picture its description is left. */
const rewritten = (path, pages) => {
  const here = posix.dirname(markdownOf(path))
  const source = readFileSync(path, 'utf8').replace(/<!--[^]*?-->\n*/g, '')
  return source
    .replace(/!\[([^\]]*)\]\([^)]*\)/g, '*Picture: $1*')
    .replace(/\]\(([^)#\s]+\.md)(#[^)]*)?\)/g, (whole, link, anchor = '') => {
      const target = posix.join(posix.dirname(path), link)
      return pages.has(target) ? `](${posix.relative(here, markdownOf(target))}${anchor})` : whole
    })
}

/** The lines `- [Title](guide.md): what it is for.` of the sections of the list of guides, by heading. */
const listed = (pages) =>
  rewritten(guideList, pages)
    .split(/^(?=## )/m)
    .filter((section) => /^- \[/m.test(section))
    .map((section) => section.replace(/\]\((?!guides\/)/g, '](guides/').trim())

const entryOf = (file) => (file === 'index.txt' ? 'rxbank' : `rxbank/${basename(file, '.txt')}`)

const firstParagraph = (text) => /^# .+\n\n([^]+?)\n\n/.exec(text)[1].replaceAll('\n', ' ')

const contents = (pages) => [
  '# rxbank',
  `> ${firstParagraph(rewritten('README.md', pages))}`,
  'Start with [the readme](index.md) and [Getting started](guides/getting-started.md). Every program in a guide runs as shown.',
  ...listed(pages),
  [
    '## Reference',
    '',
    ...readdirSync(api).map((file) => `- [${entryOf(file)}](api/${file}): the declarations of its public names.`),
  ].join('\n'),
  ['## Optional', '', '- [Changes](changelog.md)', '- [For maintainers](maintainers/index.md)'].join('\n'),
]

/** Writes these files into the folder of the site. */
export const writeForPrograms = (outdir) => {
  const write = (file, text) => {
    mkdirSync(dirname(join(outdir, file)), { recursive: true })
    writeFileSync(join(outdir, file), text)
  }
  const pages = new Set(['README.md', 'docs/CONTRIBUTING.md', ...menu().map(({ path }) => path)])
  for (const path of pages) write(markdownOf(path), rewritten(path, pages))
  cpSync(api, join(outdir, 'api'), { recursive: true })
  write('llms.txt', `${contents(pages).join('\n\n')}\n`)
}
