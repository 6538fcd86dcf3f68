import { statSync } from 'node:fs'
import ts from 'typescript'

/** What parses a file again only when it has changed. */
const keepingHost = (options) => {
  const host = ts.createCompilerHost(options)
  const { getSourceFile } = host
  const kept = new Map()
  host.getSourceFile = (path, ...rest) => {
    const changed = statSync(path, { throwIfNoEntry: false })?.mtimeMs
    if (changed === undefined || kept.get(path)?.changed !== changed)
      kept.set(path, { changed, source: getSourceFile.call(host, path, ...rest) })
    return kept.get(path).source
  }
  return host
}

const readOptions = () => {
  const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile)
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, process.cwd(), 'tsconfig.json')
  return { ...options, incremental: false, tsBuildInfoFile: undefined }
}

/** Checks the types of files, and of nothing that they import: answers the program, and what is wrong in words. */
export const typeChecker = () => {
  const options = readOptions()
  const host = keepingHost(options)
  let program
  return (files) => {
    program = ts.createProgram({ rootNames: files, options, host, oldProgram: program })
    const wrong = files.flatMap((file) => {
      const source = program.getSourceFile(file)
      return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)]
    })
    return { program, wrong: ts.formatDiagnostics(ts.sortAndDeduplicateDiagnostics(wrong), host) }
  }
}
