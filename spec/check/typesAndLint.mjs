// What `npm run types` and ESLint in `npm run lint` check, with the same caches, in one process: the typed rules of ESLint
// use the program whose types were checked, instead of creating another one.
import { ESLint } from 'eslint'
import ts from 'typescript'
import { parser } from 'typescript-eslint'

const checkTypes = () => {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined }
  const { fileNames, options, errors } = ts.getParsedCommandLineOfConfigFile('tsconfig.json', {}, host)
  const builder = ts.createIncrementalProgram({
    rootNames: fileNames,
    options,
    configFileParsingDiagnostics: errors,
    host: ts.createIncrementalCompilerHost(options),
  })
  const wrong = [
    ...builder.getConfigFileParsingDiagnostics(),
    ...builder.getOptionsDiagnostics(),
    ...builder.getSyntacticDiagnostics(),
    ...builder.getGlobalDiagnostics(),
    ...builder.getSemanticDiagnostics(),
    ...builder.emit().diagnostics,
  ]
  const names = { ...ts.sys, getCanonicalFileName: (name) => name, getNewLine: () => '\n' }
  names.getCurrentDirectory = ts.sys.getCurrentDirectory
  return { program: builder.getProgram(), wrong: ts.formatDiagnostics(ts.sortAndDeduplicateDiagnostics(wrong), names) }
}

/**
 * The parser of typescript-eslint, which uses the program. The program is no option of the configuration, as ESLint's cache
 * has to serialize that; with the same `meta` the cache is that of `npm run lint`.
 */
const parserOf = (program) => ({
  meta: parser.meta,
  parseForESLint: (text, options) =>
    parser.parseForESLint(
      text,
      options.projectService ? { ...options, projectService: false, programs: [program] } : options,
    ),
})

const report = (wrong) => {
  if (wrong === '') return
  console.log(wrong)
  process.exitCode = 1
}

const { program, wrong } = checkTypes()
report(wrong.trim())

const eslint = new ESLint({
  cache: true,
  cacheLocation: 'node_modules/.cache/rxbank/eslint/',
  cacheStrategy: 'content',
  overrideConfig: { files: ['**/*.ts'], languageOptions: { parser: parserOf(program) } },
})
const formatter = await eslint.loadFormatter('stylish')
report((await formatter.format(await eslint.lintFiles(['.']))).trim())
