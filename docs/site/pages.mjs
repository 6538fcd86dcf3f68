// A plugin of typedoc: Markdown files as pages of the site, with the titles, groups, addresses and anchors that readers
// of the repository know.
import { relative } from 'node:path/posix'
import { Comment, CommentTag, Converter, KindRouter, ReflectionKind } from 'typedoc'
import { addressOf } from './addressOf.mjs'
import { homeOf } from './home.mjs'
import { menu } from './menu.mjs'

const root = process.cwd()

class SiteRouter extends KindRouter {
  getIdealBaseName(reflection) {
    if (!reflection.isDocument()) return super.getIdealBaseName(reflection)
    return addressOf(relative(root, reflection.project.files.getReflectionPath(reflection)))
  }
}

/** The parts of a text without its HTML comments, which may hold whole programs. */
const withoutComments = (parts) => {
  let isComment = false
  return parts.flatMap((part) => {
    if (part.kind !== 'text') return isComment ? [] : [part]
    const shown = part.text.split(/(<!--|-->)/).filter((piece) => {
      if (piece === '<!--' || piece === '-->') isComment = piece === '<!--'
      return !isComment && piece !== '-->'
    })
    return [{ ...part, text: shown.join('') }]
  })
}

const titleOf = (parts) => /^# (.+)$/m.exec(parts.map(({ text }) => text).join(''))[1].replaceAll('`', '')

/** Tables and pictures that are wider than a page scroll by themselves. */
const scrolling = ({ renderer: { rules } }) => {
  rules.table_open = () => '<div class="wide" role="group" aria-label="Table"><table>'
  rules.table_close = () => '</table></div>'
  const image = rules.image
  rules.image = (...given) => `<span class="wide" role="group" aria-label="Picture">${image(...given)}</span>`
}

/** Headings get the anchors that a git host gives them: of all their text, that of code too. */
const anchorsOfCode = ({ core }) =>
  core.ruler.push('anchors-of-code', ({ tokens, Token }) => {
    for (const [index, { type }] of tokens.entries()) {
      if (type !== 'heading_open') continue
      for (const code of tokens[index + 1].children.filter((token) => token.type === 'code_inline')) {
        const text = new Token('text', '', 0)
        text.content = code.content
        code.children = [text]
      }
    }
  })

const pages = menu()

/** Adds the pages of the menu to a reference. */
const load = (app) => {
  app.renderer.defineRouter('site', SiteRouter)
  app.converter.on(Converter.EVENT_CREATE_DOCUMENT, (_context, document) => {
    const path = relative(root, document.project.files.getReflectionPath(document))
    document.content = withoutComments(document.content)
    document.name = path === 'docs/maintainers/README.md' ? 'Overview' : titleOf(document.content)
    document.frontmatter.category = pages.find((page) => page.path === path).group
  })
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    project.readme = homeOf(withoutComments(project.readme))
    for (const module of project.getReflectionsByKind(ReflectionKind.Module)) {
      module.comment ??= new Comment()
      module.comment.blockTags.push(new CommentTag('@category', [{ kind: 'text', text: 'Reference' }]))
    }
  })
  const arrange = ({ project }) => {
    const { children } = project.categories.find(({ title }) => title === 'Reference')
    children.sort((one, other) => one.name.localeCompare(other.name))
  }
  // After typedoc has made the categories.
  app.converter.on(Converter.EVENT_RESOLVE_END, arrange, -1000)
}

/** Options of typedoc for the pages. */
export const pageOptions = {
  plugin: [load],
  projectDocuments: pages.map(({ path }) => path),
  router: 'site',
  markdownItLoader: (parser) => {
    anchorsOfCode(parser)
    scrolling(parser)
  },
}
