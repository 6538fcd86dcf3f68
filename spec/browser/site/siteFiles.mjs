// The files of the site as they lie in a folder: what each has to link to, and where its links lead.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'
import { deflateSync, inflateSync } from 'node:zlib'

const entities = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
const plain = (text) => text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name) => entities[name])

const attribute = (name) => new RegExp(`<[^>]*?\\s${name}="([^"]*)"`, 'g')
const valuesOf = (html, name) => Array.from(html.matchAll(attribute(name)), ([, value]) => plain(value))

/** All files of a folder, by their paths from it. */
export const filesOf = (folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => statSync(join(folder, file)).isFile())

/** Pages and pictures: what each has to link to, and what it links to. */
export const pagesOf = (folder) =>
  new Map(
    filesOf(folder)
      .filter((file) => /\.(html|svg)$/.test(file))
      .map((file) => {
        const html = readFileSync(join(folder, file), 'utf8')
        return [
          file,
          { ids: new Set(valuesOf(html, 'id')), links: [...valuesOf(html, 'href'), ...valuesOf(html, 'src')] },
        ]
      }),
  )

/** What typedoc has packed for its script: the menu, or the index of the search. */
export const unpacked = (folder, file) => {
  const [, packed] = /= "([^"]+)"/.exec(readFileSync(join(folder, 'assets', file), 'utf8'))
  return JSON.parse(inflateSync(Buffer.from(packed, 'base64')).toString())
}

/** Text as typedoc packs it for its script. */
export const packed = (value) => deflateSync(JSON.stringify(value)).toString('base64')

const isElsewhere = (link) => /^([a-z][a-z\d+.-]*:|\/\/)/i.test(link)

/** The links of pages that lead to no file of the folder, or to nothing in it. */
export const brokenLinks = (pages, files) => {
  const known = new Set(files)
  return Array.from(pages).flatMap(([page, { links }]) =>
    links
      .filter((link) => !isElsewhere(link))
      .filter((link) => {
        const [path, anchor] = link.split('#').map(decodeURIComponent)
        const file = path === '' ? page : posix.join(posix.dirname(page), path.replace(/\?.*/, ''))
        return !known.has(file) || (anchor !== undefined && anchor !== '' && !pages.get(file)?.ids.has(anchor))
      })
      .map((link) => `${page}: ${link}`),
  )
}
