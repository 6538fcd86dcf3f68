// The texts that lib/ has for people, as `words(…)` of lib/codec/messages.ts marks them. A text has a code, its place in
// messages.json, which stands in its place in bundles for browsers. `npm run messages` adds new texts to that file and
// writes the table of docs/guides/messages.md; a spec says when they lack one. No text is ever taken out: an older
// bundle shows its code.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const file = (name) => new URL(name, import.meta.url)
const registry = file('messages.json')
const guide = file('docs/guides/messages.md')
const table = /(?<=<!-- table: npm run messages -->\n\n)[^]*?(?=\n<!-- end of the table -->)/

/** The texts in the order of their codes, from E1. */
export const messages = () => JSON.parse(readFileSync(registry, 'utf8'))

/** Whether words are looked up in a table: the key is then short enough, and needs no code. */
const isLookedUp = ({ arguments: [text] }) => ts.isElementAccessExpression(text)

const isCallOf = (node, name) => ts.isCallExpression(node) && node.expression.getText() === name

/** A text in parts: strings, and between them the expressions of what it tells. */
const partsOf = (node) => {
  if (ts.isStringLiteralLike(node)) return [node.text]
  if (ts.isTemplateExpression(node))
    return [node.head.text, ...node.templateSpans.flatMap(({ expression, literal }) => [expression, literal.text])]
  if (ts.isBinaryExpression(node)) return [...partsOf(node.left), ...partsOf(node.right)]
  if (ts.isParenthesizedExpression(node)) return ['', node.expression]
  throw new Error(`words() is for a text whose words stand in it, not for ${node.getText()}`)
}

/** A text as messages.json has it, with `…` for each expression, and these expressions. */
const readWords = ({ arguments: [text] }) => {
  const parts = partsOf(text)
  return {
    text: parts.map((part) => (typeof part === 'string' ? part : '…')).join(''),
    values: parts.filter((part) => typeof part !== 'string'),
  }
}

const parse = (source) => ts.createSourceFile('source.ts', source, ts.ScriptTarget.ES2022, true)

const importOfWords = /^import \{[^}]*\} from '[./]+(codec\/)?messages\.js';?\n/m

const hasWords = (source) => importOfWords.test(source)

const textsIn = (source) => {
  if (!hasWords(source)) return []
  const found = []
  const visit = (node) => {
    if (isCallOf(node, 'words') && !isLookedUp(node)) found.push(readWords(node).text)
    ts.forEachChild(node, visit)
  }
  visit(parse(source))
  return found
}

/** A module with its texts as they are, or with codes in their place where `texts` are given. */
const withoutMarks = (source, texts) => {
  if (!hasWords(source)) return source
  const replaced = (node) => {
    if (isCallOf(node, 'words')) {
      if (texts === undefined) return `(${rewritten(node.arguments[0])})`
      if (isLookedUp(node)) return rewritten(node.arguments[0].argumentExpression)
      const { text, values } = readWords(node)
      const code = texts.indexOf(text) + 1
      if (code === 0) throw new Error(`messages.json lacks a text, so run npm run messages: ${text}`)
      return values.length === 0
        ? `'E${code}'`
        : `\`E${code} ${values.map((value) => `\${${rewritten(value)}}`).join(' ')}\``
    }
    if (isCallOf(node, 'explanation')) return texts === undefined ? "''" : "'; see docs/guides/messages.md'"
    if (!isCallOf(node, 'inWords')) return undefined
    return texts === undefined ? `(${rewritten(node.arguments[0].body)})` : "''"
  }
  const rewritten = (node) => {
    const edits = []
    const visit = (inner) => {
      const edit = replaced(inner)
      if (edit === undefined) ts.forEachChild(inner, visit)
      else edits.unshift([inner.getStart(), inner.getEnd(), edit])
    }
    visit(node)
    const [from, to] = [node.getStart(), node.getEnd()]
    return edits.reduce(
      (text, [start, end, edit]) => text.slice(0, start - from) + edit + text.slice(end - from),
      source.slice(from, to),
    )
  }
  return rewritten(parse(source)).replace(importOfWords, '')
}

/** A built module with its texts. */
export const withTexts = (source) => withoutMarks(source)

/** A built module with codes in the place of its texts. */
export const withCodes = (source) => withoutMarks(source, messages())

const cell = (text) => `\`${text.replaceAll('|', '\\|').replaceAll('`', "'")}\``

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { formatted } = await import('./spec/check/formatted.mjs')
  const known = messages()
  const sources = readdirSync(file('lib'), { recursive: true })
    .filter((name) => name.endsWith('.ts'))
    .sort()
  const used = sources.flatMap((name) => textsIn(readFileSync(file(`lib/${name}`), 'utf8')))
  const texts = [...new Set([...known, ...used])]
  const rows = texts.map((text, index) => `| E${index + 1} | ${cell(text)} |\n`)
  const page = readFileSync(guide, 'utf8').replace(table, () => `| Code | Text |\n| --- | --- |\n${rows.join('')}`)
  const wanted = [
    [registry, JSON.stringify(texts), 'messages.json'],
    [guide, page, 'docs/guides/messages.md'],
  ]
  for (const [path, text, filepath] of wanted) {
    const wantedText = await formatted(filepath, text)
    if (wantedText === readFileSync(path, 'utf8')) continue
    if (process.argv.includes('--check')) {
      console.error(`${filepath} is not what lib/ says: npm run messages`)
      process.exitCode = 1
    } else writeFileSync(path, wantedText)
  }
}
