// A theme of typedoc: its own with landmarks, a skip link, headings in order, and links of the bar that are relative to
// each page.
import { DefaultTheme, DefaultThemeRenderContext, JSX } from 'typedoc'

/** `site:PATH` in an option is a path from the root of the site. */
const own = /^site:/

const labels = {
  'page-menu': 'This page',
  'site-menu': 'All pages',
}

/** What becomes of an element of typedoc's layout, by its tag, its id and its classes. */
const mended = (context, { tag, props, children }) => {
  const { id, class: names = '', href } = props ?? {}
  const became = (changes, of = tag) => ({ tag: of, props: { ...props, ...changes }, children })
  if (own.test(href ?? '')) return became({ href: context.relativeURL(href.replace(own, '')) })
  if (names === 'col-content') return became({ id: 'content', tabIndex: -1 }, 'main')
  if (names in labels) return became({ 'aria-label': labels[names] }, 'aside')
  if (id === 'tsd-sidebar-links') return became({ 'aria-label': 'Parts of the site' })
  if (id === 'tsd-toolbar-menu-trigger') return became({ role: 'button', 'aria-expanded': 'false' })
  // A link in a summary could not be told from the summary itself by those who cannot see it.
  if (tag === 'summary') return { tag, props, children: withoutAnchors(children) }
  return { tag, props, children }
}

const isAnchor = (node) => node?.props?.class === 'tsd-anchor-icon'

const withoutAnchors = (node) => {
  if (Array.isArray(node)) return node.filter((each) => !isAnchor(each)).map(withoutAnchors)
  return node?.children === undefined ? node : { ...node, children: withoutAnchors(node.children) }
}

/** Gives the elements of a page, in their order, and says of a heading that skips levels which one it has. */
const visitor = (context) => {
  let level = 0
  const heading = ({ tag, props, children }) => {
    level = Math.min(Number(tag.slice(1)), level + 1)
    return {
      tag,
      props: { ...props, ...(tag === `h${level}` ? {} : { role: 'heading', 'aria-level': level }) },
      children,
    }
  }
  const visit = (node) => {
    if (Array.isArray(node)) return node.map(visit)
    if (node === null || typeof node !== 'object') return node
    if (node.tag === JSX.Raw) {
      for (const [, found] of node.props.html.matchAll(/<h([1-6])/g)) level = Number(found)
      return node
    }
    const { tag, props, children } = mended(context, /^h[1-6]$/.test(node.tag) ? heading(node) : node)
    return { tag, props, children: visit(children) }
  }
  return visit
}

const link = (href, text) => JSX.createElement('a', { href }, text)

class SiteContext extends DefaultThemeRenderContext {
  constructor(...parts) {
    super(...parts)
    const { breadcrumbs, defaultLayout, moduleReflection, navigation, pageNavigation } = this
    this.defaultLayout = (template, page) => visitor(this)(defaultLayout(template, page))
    this.breadcrumbs = (model) =>
      model.isDocument()
        ? JSX.createElement('p', { class: 'group' }, model.frontmatter.category.replace('None', ''))
        : breadcrumbs(model)
    // The page of the whole project is that of the reference: guides have their own list.
    this.moduleReflection = (model) => {
      if (!model.isProject()) return moduleReflection(model)
      const { categories } = model
      model.categories = categories.filter(({ title }) => title === 'Reference')
      const drawn = moduleReflection(model)
      model.categories = categories
      return drawn
    }
    // The title stands above: the headings below it are listed.
    this.pageNavigation = (page) => {
      for (const section of page.pageSections) section.headings = section.headings.filter(({ level }) => level !== 1)
      return pageNavigation(page)
    }
    this.navigation = (page) => {
      const { tag, props, children } = navigation(page)
      const [, ...list] = children
      const isFirst = page.url === 'index.html'
      const first = JSX.createElement(
        'a',
        {
          href: this.relativeURL('index.html'),
          class: isFirst ? 'current' : undefined,
          'aria-current': isFirst ? 'page' : undefined,
        },
        'RxBank',
      )
      return { tag, props: { ...props, 'aria-label': 'All pages' }, children: [first, ...list] }
    }
  }
}

class SiteTheme extends DefaultTheme {
  getRenderContext(page) {
    return new SiteContext(this.router, this, page, this.application.options)
  }

  /** A page that has pages below it is the first of them: a summary that is a link as well has two meanings. */
  buildNavigation(project) {
    const entry = ({ children, path, kind, ...rest }) => {
      if (children === undefined) return { ...rest, path, kind }
      const below = children.map(entry)
      return { ...rest, children: path === undefined ? below : [{ text: 'Overview', path }, ...below] }
    }
    return super.buildNavigation(project).map(entry)
  }
}

const load = ({ renderer }) => {
  renderer.defineTheme('site', SiteTheme)
  renderer.hooks.on('body.begin', () => JSX.createElement('a', { href: '#content', class: 'skip' }, 'Skip to the text'))
  renderer.hooks.on('content.begin', (context) =>
    context.page.url === 'guides/observability.html'
      ? JSX.createElement(
          'p',
          { class: 'open' },
          link(context.relativeURL('playground/index.html'), 'Open the playground'),
        )
      : JSX.createElement(JSX.Fragment, null),
  )
}

/** Options of typedoc for the theme. */
export const themeOptions = { plugin: [load], theme: 'site' }
