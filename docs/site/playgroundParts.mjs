// The header of the site for the playground, with its search and the choice of a theme: typedoc draws it for its own
// pages only.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Addresses from the root of the site, as the playground has them, which lies a folder below. */
const fromPlayground = (html) => html.replace(/ href="(?!#)([^"]+)"/g, ' href="../$1"')

/** The icon of the search itself, since the policy of the playground lets it load no picture of another file. */
const withIcons = (html, outdir) =>
  html.replace(/<use href="[^"#]*#(icon-[a-z]+)"><\/use>/g, (_, id) => {
    const icons = readFileSync(join(outdir, 'assets/icons.svg'), 'utf8')
    return new RegExp(`<symbol[^>]*id="${id}"[^>]*>([^]*?)</symbol>`).exec(icons)[1]
  })

/** The hash of the empty `<style>` that typedoc's script adds to each page: the playground allows no other inline one. */
const emptyStyle = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"

/** What the playground takes from the home page of a site that was built. */
export const playgroundParts = (outdir) => {
  const home = readFileSync(join(outdir, 'index.html'), 'utf8')
  const [header] = /<header[^]*<\/header>/.exec(home)
  // It has no menu, so no settings: the choice of a theme is before the search.
  const withoutMenu = header.replace(/<a [^>]*id="tsd-toolbar-menu-trigger"[^]*?<\/a>/, '')
  const [theme] = /<select id="tsd-theme">[^]*?<\/select>/.exec(home)
  const withTheme = withoutMenu.replace(
    '<button id="tsd-search-trigger"',
    `${theme.replace('<select', '<select aria-label="Theme"')}$&`,
  )
  return {
    styles: emptyStyle,
    header: fromPlayground(withIcons(withTheme, outdir)),
    head: ['style.css', 'custom.css']
      .map((file) => `<link rel="stylesheet" href="../assets/${file}" />`)
      .concat(
        ['main.js', 'custom.js'].map((file) => `<script defer src="../assets/${file}"></script>`),
        '<script async src="../assets/search.js" id="tsd-search-script"></script>',
      )
      .join('\n    '),
  }
}
