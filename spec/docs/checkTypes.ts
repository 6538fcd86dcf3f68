import { join } from 'node:path'
import ts from 'typescript'
import type { Example } from './examples.js'

/** The options of tsconfig.json. */
export const tsconfig = (): ts.CompilerOptions => {
  const { config, error } = ts.readConfigFile('tsconfig.json', (path) => ts.sys.readFile(path))
  if (error !== undefined) throw new Error(ts.flattenDiagnosticMessageText(error.messageText, '\n'))
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, process.cwd(), undefined, 'tsconfig.json')
  return options
}

/** What an example may use without importing it. */
const ambient = "declare const assert: typeof import('node:assert/strict')\n"

const options: ts.CompilerOptions = {
  ...tsconfig(),
  types: ['node'],
  // as in every Angular application
  experimentalDecorators: true,
  jsx: ts.JsxEmit.ReactJSX,
}
options.paths = { ...options.paths, electron: ['./spec/docs/electron.ts'], '@nestjs/common': ['./spec/docs/nest.ts'] }

/** The files of the library and of packages, which programs share: each is parsed and bound once. */
const parsed = new Map<string, ts.SourceFile | undefined>()

/** A program of files, as tsconfig.json has it; `texts`, by path, stand in for files that are not there. */
export const programOf = (paths: ReadonlyArray<string>, texts: ReadonlyMap<string, string> = new Map()): ts.Program => {
  const host = ts.createCompilerHost(options)
  const read = host.getSourceFile.bind(host)
  host.getSourceFile = (path, ...rest) => {
    if (texts.has(path)) return read(path, ...rest)
    if (!parsed.has(path)) parsed.set(path, read(path, ...rest))
    return parsed.get(path)
  }
  host.fileExists = (path) => texts.has(path) || ts.sys.fileExists(path)
  host.readFile = (path) => texts.get(path) ?? ts.sys.readFile(path)
  return ts.createProgram(paths, options, host)
}

/** Checks examples as strictly as lib/, in one program; answers what is wrong with each, a line for each problem. */
export const checkTypes = (examples: ReadonlyArray<Example>): ReadonlyMap<Example, string> => {
  const paths = examples.map(({ title, language }) => join(process.cwd(), `${title.replace(/\W+/g, '-')}.${language}`))
  const texts = new Map(examples.map(({ code }, index) => [paths[index] ?? '', `${code}\nexport {}\n`]))
  texts.set(join(process.cwd(), 'ambient.d.ts'), ambient)
  const program = programOf([...texts.keys()], texts)

  const problemsOf = ({ file }: Example, index: number): string => {
    const source = program.getSourceFile(paths[index] ?? '')
    const problems = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)]
    return problems
      .map(({ start = 0, messageText }) => {
        const line = (source?.getLineAndCharacterOfPosition(start).line ?? 0) + 1
        return `${file}:${String(line)}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`
      })
      .join('\n')
  }
  return new Map(examples.map((example, index) => [example, problemsOf(example, index)]))
}
