import { posix } from 'node:path'

/** What is at a path of the repository: a file's text, `''` for what is no text, `undefined` for nothing. */
export type Look = (path: string) => string | undefined

const blank = (text: string): string => text.replace(/[^\n]/g, ' ')

const fence = /^ *(`{3,}|~{3,}).*\n[^]*?^ *\1[`~]* *$/gm
const comment = /<!--[^]*?-->/g
const codeSpan = /(?<!`)(`+)(?!`)[^]*?(?<!`)\1(?!`)/g

/** What readers see: without programs and comments, each line where it was. */
const visible = (text: string): string => text.replace(fence, blank).replace(comment, blank)

/** The name of a heading, as GitHub makes it: its text in lower case, without punctuation, a `-` for each space. */
const slug = (heading: string): string =>
  heading
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
    .replace(/ /g, '-')

/** The anchors of a Markdown text: one a heading; of those with one name, the later ones are numbered. */
export const anchors = (text: string): ReadonlySet<string> => {
  const times = new Map<string, number>()
  const names = Array.from(visible(text).matchAll(/^#{1,6} +(.+)$/gm), ([, heading = '']) => {
    const name = slug(heading)
    const before = times.get(name) ?? 0
    times.set(name, before + 1)
    return before === 0 ? name : `${name}-${String(before)}`
  })
  return new Set(names)
}

/** A link or an image: where it leads, and the line that says so, from 1. */
export interface Link {
  readonly target: string
  readonly line: number
}

const inline = /\]\(\s*<?((?:[^\s()<>]|\([^\s()]*\))*)>?(?:\s+(?:"[^"]*"|'[^']*'))?\s*\)/g
const reference = /^ {0,3}\[[^\]]+\]:\s*<?([^\s>]+)/gm
const attribute = /\b(?:src|href)="([^"]*)"/g

/** The links and images of a Markdown text. */
export const links = (text: string): ReadonlyArray<Link> => {
  const prose = visible(text).replace(codeSpan, blank)
  return [inline, reference, attribute].flatMap((pattern) =>
    Array.from(prose.matchAll(pattern), ({ 1: target = '', index }) => ({
      target,
      line: prose.slice(0, index).split('\n').length,
    })),
  )
}

/** Where a link in a file leads: a path of the repository, and an anchor, `''` if it has none. */
export const destination = (file: string, target: string): readonly [path: string, anchor: string] => {
  const [path = '', anchor = ''] = target.split('#').map(decodeURIComponent)
  if (path === '') return [file, anchor]
  return [path.startsWith('/') ? path.slice(1) : posix.join(posix.dirname(file), path), anchor]
}

const isRemote = (target: string): boolean => /^([a-z][a-z\d+.-]*:|\/\/)/i.test(target)

/** The relative links of a Markdown file that lead to no file, or to no heading of one. */
export const brokenLinks = (file: string, look: Look): ReadonlyArray<string> =>
  links(look(file) ?? '').flatMap(({ target, line }) => {
    if (isRemote(target)) return []
    const [path, anchor] = destination(file, target)
    const text = path.startsWith('../') ? undefined : look(path)
    const leads = text !== undefined && target !== '' && (!target.includes('#') || anchors(text).has(anchor))
    return leads ? [] : [`${file}:${String(line)}: ${target}`]
  })
