import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { anchors, brokenLinks, destination, links, type Look } from './links.js'

const look: Look = (path) => {
  if (!existsSync(path)) return undefined
  return statSync(path).isFile() && path.endsWith('.md') ? readFileSync(path, 'utf8') : ''
}

const guides = ['docs', 'skills'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md') && !/\b(?:node_modules|dist)\b/.test(file))
    .map((file) => join(folder, file))
    .sort(),
)

describe('documentation', () => {
  it('has no link that leads nowhere', () => {
    expect(['README.md', 'CHANGELOG.md', ...guides].flatMap((file) => brokenLinks(file, look))).toEqual([])
  })

  it('is linked from README.md, or from the list of guides that is, every guide of it', () => {
    const list = 'docs/guides/README.md'
    const linkedFrom = (file: string) =>
      links(readFileSync(file, 'utf8')).map(({ target }) => destination(file, target)[0])
    expect(linkedFrom('README.md')).toContain(list)
    const others = guides.filter((file) => file.startsWith('docs/guides/') && file !== list)
    expect(linkedFrom(list)).toEqual(expect.arrayContaining(others))
  })

  it('is in the package if what is in it leads there', () => {
    const { files } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly files: ReadonlyArray<string> }
    const isShipped = (path: string): boolean =>
      ['README.md', ...files].some((entry) => path === entry || path.startsWith(`${entry}/`))
    const led = ['README.md', 'CHANGELOG.md', ...guides].filter(isShipped).flatMap((file) =>
      links(readFileSync(file, 'utf8'))
        .filter(({ target }) => !/^\w+:/.test(target))
        .map(({ target }) => destination(file, target)[0]),
    )
    expect(led.filter((path) => !isShipped(path))).toEqual([])
  })

  it('says of each diagram what the diagram says of itself', () => {
    const diagrams = guides.flatMap((file) =>
      Array.from(
        readFileSync(file, 'utf8').matchAll(/!\[([^\]]*)\]\((marbles\/[^)]+)\)/g),
        ([, text = '', target = '']) => {
          const [, description] = /<desc[^>]*>([^<]*)</.exec(readFileSync(destination(file, target)[0], 'utf8')) ?? []
          return { target, text, description }
        },
      ),
    )
    expect(diagrams.length).toBeGreaterThan(0)
    for (const { text, description } of diagrams) expect(text).toBe(description)
  })
})

describe('brokenLinks', () => {
  const files: Readonly<Record<string, string>> = {
    'README.md': '# One\n\n## What is new\n',
    docs: '',
    'docs/a b.md': '# A\n',
    'docs/(a).md': '# A\n',
    'docs/image.svg': '',
    '../outside.md': '# Outside\n',
  }
  const broken = (text: string) =>
    brokenLinks('docs/guide.md', (path) => (path === 'docs/guide.md' ? text : files[path]))

  it.each([
    ['a file', '[a](../README.md)'],
    ['a heading of a file', '[a](../README.md#what-is-new)'],
    ['a heading of its own', '# Here\n\n[a](#here)'],
    ['a folder', '[a](../docs)'],
    ['the root of the repository', '[a](/README.md)'],
    ['an encoded name', '[a](a%20b.md)'],
    ['a name with parentheses', '[a]((a).md)'],
    ['a target in angle brackets, with a title', '[a](<image.svg> "title")'],
    ['another host', '[a](https://bank.example/none.md#none) [b](mailto:a@bank.example) [c](//bank.example/none)'],
    ['a link in a program, a code span or a comment', '```md\n[a](none.md)\n```\n`[a](none.md)` <!-- [a](none.md) -->'],
  ])('lets pass %s', (_, text) => {
    expect(broken(text)).toEqual([])
  })

  it.each([
    ['a file that is not there', '[a](none.md)', 'none.md'],
    ['a heading that is not there', '[a](../README.md#what-was-new)', '../README.md#what-was-new'],
    ['a heading of its own that is not there', '[a](#here)', '#here'],
    ['a heading that is a line of a program', '```sh\n# here\n```\n[a](#here)', '#here'],
    ['a heading in another case', '[a](../README.md#What-is-new)', '../README.md#What-is-new'],
    ['an empty anchor', '[a](../README.md#)', '../README.md#'],
    ['a heading of what is no text', '[a](image.svg#here)', 'image.svg#here'],
    ['a file outside the repository', '[a](../../outside.md)', '../../outside.md'],
    ['a heading that is a line of another program', '~~~\n# here\n~~~\n[a](#here)', '#here'],
    ['a link with a title', '[a](none.md "title")', 'none.md'],
    ['an image', '![a](none.svg)', 'none.svg'],
    ['an image with a text of two lines', '![a\nb](none.svg)', 'none.svg'],
    ['an image in a link', '[![a](none.svg)](../README.md)', 'none.svg'],
    ['a link around an image', '[![a](image.svg)](none.md)', 'none.md'],
    ['a link beside code spans', '`` ` `` [a](none.md) `b`', 'none.md'],
    ['a reference', '[a][b]\n\n[b]: none.md', 'none.md'],
    ['an attribute', '<img alt="a" src="none.svg">', 'none.svg'],
    ['nothing', '[a]()', ''],
  ])('finds %s', (_, text, target) => {
    expect(broken(text)).toEqual([expect.stringMatching(/^docs\/guide\.md:\d+: /)])
    expect(broken(text)[0]).toMatch(new RegExp(`: ${target.replace(/\./g, '\\.')}$`))
  })

  it('names the line', () => {
    expect(broken('# A\n\n```ts\na()\n```\n\ntext\n[a](none.md)')).toEqual(['docs/guide.md:8: none.md'])
  })
})

describe('anchors', () => {
  it.each([
    ['What is new', 'what-is-new'],
    ['A, b & c: d!', 'a-b--c-d'],
    ['`list.pages()` and `all`', 'listpages-and-all'],
    ['snake_case and kebab-case', 'snake_case-and-kebab-case'],
    ['[0.1.0] - 2026-01-01', '010---2026-01-01'],
    ['A [link](b.md#c)', 'a-link'],
    ['Zürich, 東京', 'zürich-東京'],
  ])('makes of "%s" what GitHub does', (heading, anchor) => {
    expect(Array.from(anchors(`### ${heading}\n`))).toEqual([anchor])
  })

  it('numbers those with one name', () => {
    expect(Array.from(anchors('# A\n## B\n## A\n### A!\n'))).toEqual(['a', 'b', 'a-1', 'a-2'])
  })
})
