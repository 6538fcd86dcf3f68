// A plugin of typedoc: the search finds sections of pages, and what is exported with its members. typedoc's own dialog
// stays; its index is replaced by the sections, which page/searchBox.js reads.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { IndexEvent, PageEvent, ReflectionKind, RendererEvent } from 'typedoc'
import { sectionsOf } from './sections.mjs'

const kindOfPage = (url) => {
  if (url === 'changelog.html') return 'changes'
  return url.startsWith('maintainers/') ? 'maintainers' : 'guide'
}

/** The first section of a page is the page itself. */
const sectionsOfPage = ({ contents, model, url }) =>
  sectionsOf(contents).map(({ anchor, title, text, code }, index) => ({
    kind: kindOfPage(url),
    url: index === 0 ? url : `${url}#${anchor}`,
    title,
    page: index === 0 ? '' : model.name,
    text,
    code,
  }))

const members = ReflectionKind.Property | ReflectionKind.Method | ReflectionKind.Accessor

/** Text of Markdown without its marks: emphasis, code and links. */
const plainText = (text) => text.replace(/\*\*|`/g, '').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')

/** Code of a comment without its marks: those of a fence, with its language, or of a span. */
const plainCode = (text) => (text.startsWith('```') ? text.replace(/^`+.*\n|`+$/g, '') : text.replaceAll('`', ''))

const commentOf = (reflection) =>
  [reflection.comment, ...(reflection.signatures ?? []).map(({ comment }) => comment)]
    .flatMap((comment) => comment?.summary ?? [])
    .map(({ kind, text }) => (kind === 'code' ? plainCode(text) : plainText(text)))
    .join('')
    .replace(/\s+/g, ' ')

const sectionOfName = (reflection, url) => {
  const isMember = reflection.kindOf(members)
  return {
    kind: isMember ? 'member' : 'name',
    url,
    title: reflection.name,
    page: reflection.parent?.isProject() === false ? reflection.parent.name : '',
    text: commentOf(reflection),
    code: '',
  }
}

const load = ({ renderer }) => {
  const sections = []
  renderer.on(PageEvent.END, (page) => {
    if (page.isReflectionEvent() && (page.model.isDocument() || page.url === 'index.html'))
      sections.push(...sectionsOfPage(page))
  })
  renderer.on(IndexEvent.PREPARE_INDEX, (event) => {
    const names = event.searchResults.filter(
      (reflection) => !reflection.isDocument() && !reflection.kindOf(ReflectionKind.Constructor),
    )
    sections.push(...names.map((reflection) => sectionOfName(reflection, renderer.router.getFullUrl(reflection))))
    event.searchResults = []
  })
  renderer.on(RendererEvent.END, ({ outputDirectory }) => {
    const packed = deflateSync(JSON.stringify(sections), { level: 9 }).toString('base64')
    writeFileSync(join(outputDirectory, 'assets/search.js'), `window.siteSections = "${packed}"\n`)
  })
}

/** Options of typedoc for the search. */
export const searchOptions = { plugin: [load] }
