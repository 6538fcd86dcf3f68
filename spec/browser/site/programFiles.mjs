// What programs read that write code: llms.txt, and each page as Markdown.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { menu } from '../../../docs/site/menu.mjs'

const links = (text) => Array.from(text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g), ([, link]) => link)

const missingLinks = (folder, file, known) =>
  links(readFileSync(join(folder, file), 'utf8'))
    .filter((link) => !/^https?:/.test(link) && !known.has(posix.join(posix.dirname(file), link)))
    .map((link) => `${file}: ${link}`)

export const checkProgramFiles = (folder, files) => {
  const known = new Set(files)
  const pages = files.filter((file) => file.endsWith('.md'))
  assert.ok(pages.length >= menu().length + 1)
  assert.deepEqual(
    ['llms.txt', ...pages].flatMap((file) => missingLinks(folder, file, known)),
    [],
  )
  const list = readFileSync(join(folder, 'llms.txt'), 'utf8')
  assert.match(list, /^# rxbank\n\n> rxbank reads bank data from /)
  const guides = pages.filter((file) => file.startsWith('guides/') && file !== 'guides/index.md')
  assert.deepEqual(
    guides.filter((file) => !list.includes(`](${file})`)),
    [],
  )
  assert.ok(list.includes('](api/index.txt)'))
  for (const file of pages) assert.doesNotMatch(readFileSync(join(folder, file), 'utf8'), /<!--/)
}
