import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * A piece of documentation that is a program.
 *
 * - `file`: where it stands, relative to the repository.
 * - `title`: the file, the line where it begins, and the heading that it stands under or the export that it is about.
 * - `language`: `tsx` if a fence of it says so.
 * - `code`: as long a text as the file up to its end, all but the program blank: a line has the same number in both.
 */
export interface Example {
  readonly file: string
  readonly title: string
  readonly language: 'ts' | 'tsx'
  readonly code: string
}

/** Some lines of a file, by number from 0, under a title. */
type Snippet = readonly [title: string, lines: ReadonlyMap<number, string>, language?: 'tsx']

const toExample = (file: string, [title, lines, tsx]: Snippet): Example => {
  const numbers = [...lines.keys()]
  const code = Array.from({ length: Math.max(...numbers) + 1 }, (_, number) => lines.get(number) ?? '')
  return {
    file,
    title: `${file}:${String(Math.min(...numbers) + 1)} ${title}`,
    language: tsx ?? 'ts',
    code: code.join('\n'),
  }
}

const fence = /^```(tsx?|typescript)\b/

/** The first line of a fence that is a file of an app, which `spec/platforms` runs. */
const fileName = /^\/\/ \S+\.\w+$/

/**
 * The programs of a Markdown text: all fences of `ts` under one heading, read from top to bottom, are one. A fence whose
 * first line names a file is none. A fence within an HTML comment belongs to it, unseen by readers: it checks what the others have done.
 */
export const markdownExamples = (file: string, text: string): ReadonlyArray<Example> => {
  let current: [string, Map<number, string>, 'tsx'?] = ['the beginning', new Map()]
  const snippets = [current]
  let open: 'no' | 'ts' | 'other' = 'no'
  const all = text.split('\n')
  for (const [number, line] of all.entries()) {
    if (open !== 'no') {
      if (line.startsWith('```')) open = 'no'
      else if (open === 'ts') current[1].set(number, line)
    } else if (line.startsWith('```')) {
      const [, language] = fence.exec(line) ?? []
      const isProgram = language !== undefined && !fileName.test(all[number + 1] ?? '')
      if (isProgram && language === 'tsx') current[2] = language
      open = isProgram ? 'ts' : 'other'
    } else if (line.startsWith('#')) {
      current = [line.replace(/^#+ */, ''), new Map()]
      snippets.push(current)
    }
  }
  return snippets.filter(([, lines]) => lines.size > 0).map((snippet) => toExample(file, snippet))
}

const comment = /\/\*\*[^]*?\*\//g
const declared = /^\s*(?:export |readonly |const |function |abstract |class |interface |type )*(\w+)/
const tag = /^\s*\*\s*@(\w+)/

/** The programs of a TypeScript text: one for each `@example` of a doc comment. */
export const commentExamples = (file: string, text: string): ReadonlyArray<Example> =>
  Array.from(text.matchAll(comment)).flatMap(({ 0: body, index }) => {
    const firstLine = text.slice(0, index).split('\n').length - 1
    const [, name = 'a comment'] = declared.exec(text.slice(index + body.length)) ?? []
    const snippets: Array<readonly [string, Map<number, string>]> = []
    let isExample = false
    for (const [number, line] of body.split('\n').entries()) {
      const [, found] = tag.exec(line) ?? []
      const isCode = isExample && (found === undefined || /^[A-Z]/.test(found))
      if (isCode && !line.includes('*/')) snippets.at(-1)?.[1].set(firstLine + number, line.replace(/^\s*\* ?/, ''))
      if (isCode || found === undefined) continue
      isExample = found === 'example'
      if (isExample) snippets.push([name, new Map()])
    }
    return snippets.filter(([, lines]) => lines.size > 0).map((snippet) => toExample(file, snippet))
  })

const filesUnder = (folder: string, ending: string): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending) && !/\b(?:node_modules|dist)\b/.test(file))
    .map((file) => join(folder, file))
    .sort()

/** All programs in the documentation of the repository, which is the working directory. */
export const allExamples = (): ReadonlyArray<Example> => [
  ...['README.md', ...filesUnder('docs', '.md'), ...filesUnder('skills', '.md')].flatMap((file) =>
    markdownExamples(file, readFileSync(file, 'utf8')),
  ),
  ...filesUnder('lib', '.ts').flatMap((file) => commentExamples(file, readFileSync(file, 'utf8'))),
]
