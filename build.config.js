// Builds dist/ in four flavours from one compilation of lib/:
//   esm      what tsc writes, for Node
//   cjs      the same as CommonJS, in .cjs and .d.cts, so that the package stays one scope with one `imports`
//   browser  the same with fp-ts and io-ts taken from es6/, which bundlers can shake and Node cannot load; what a bundle
//            of createClient takes from peers, and no more, comes by way of peers/: it imports each of them once.
//            It has codes in the place of texts for people, see messages.js, and numbers in that of their names, see compact.js
//   development  as browser, with the texts, for bundles that are made with the condition of that name
// The page of serveInspector is one script, dist/inspector.js, peers included.
// The command line is in esm/ alone, and bundled: a process that loads hundreds of modules starts slowly.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { build } from 'esbuild'
import ts from 'typescript'
import { compact } from './compact.js'
import { foldersThatRun } from './entryPoints.js'
import { withCodes, withTexts } from './messages.js'

const steps = [
  'compiling lib/ with TypeScript',
  'writing CommonJS, and modules for bundlers',
  'bringing what comes from peers together',
  'bundling the page of the inspector and the command line',
]
const begun = performance.now()
const step = (number) => console.error(`  ${number} of ${steps.length}  ${steps[number - 1]} …`)

const { imports, dependencies, peerDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
const nodeOnly = Object.values(imports).flatMap((conditions) => {
  const file = conditions.node.replace('./dist/esm/', '')
  return JSON.stringify(conditions).includes(`"./dist/browser/${file}"`) ? [] : [file]
})

/** A pattern of the files of folders. */
const inFolders = (...folders) => new RegExp(`^(${folders.join('|')})[\\\\/]`)

const withoutCommonJs = inFolders(...foldersThatRun('modules'))
const withoutBrowser = inFolders('gateway', ...foldersThatRun('node'))

const toCommonJs = (text) =>
  ts
    .transpileModule(text, {
      compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022, esModuleInterop: true },
    })
    .outputText.replaceAll('import.meta.url', '__filename')

const toCjsPaths = (text) => text.replace(/((?:\bfrom |\brequire\(|\bimport[ (])['"]\.[^'"]+)\.js(?=['"])/g, '$1.cjs')

const toBrowser = (text) => text.replace(/(\bfrom ['"](?:fp-ts|io-ts))\/lib\//g, '$1/es6/')

const namespace = "import * as t from 'io-ts'"

/** What a file takes from io-ts, each by its name: of a namespace that is handed on, bundlers would keep all. */
const ioTsByName = (text) => {
  if (!text.includes(namespace)) return text
  const names = new Set()
  const spellOut = (context) => (file) => {
    const visit = (node) => {
      if (!ts.isPropertyAccessExpression(node) || node.expression.text !== 't')
        return ts.visitEachChild(node, visit, context)
      names.add(`${node.name.text} as t_${node.name.text}`)
      return ts.factory.createIdentifier(`t_${node.name.text}`)
    }
    return ts.visitNode(file, visit)
  }
  const { outputText } = ts.transpileModule(text, {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022, verbatimModuleSyntax: true },
    transformers: { before: [spellOut] },
  })
  return outputText.replace(namespace, `import { ${Array.from(names).join(', ')} } from 'io-ts'`)
}

const peers = new Map()

const peerFile = (peer) => `peers/${peer.replace(/\.js$/, '')}.js`

/** Takes names from a peer through the one module that takes them all. */
const byWayOfPeers = (file, text) =>
  text.replace(/^import \{([^}]*)\} from '((?:rxjs|fp-ts|io-ts)\b[^']*)'/gm, (_, names, peer) => {
    const taken = names.split(',').flatMap((name) => name.trim().split(' ', 1).filter(Boolean))
    peers.set(peer, new Set([...(peers.get(peer) ?? []), ...taken]))
    const path = relative(dirname(file), peerFile(peer)).replaceAll('\\', '/')
    return `import {${names}} from '${path.startsWith('.') ? path : `./${path}`}'`
  })

const write = (file, text) => {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

rmSync('dist', { recursive: true, force: true })

step(1)
const tsc = ['node_modules/typescript/bin/tsc', '--project', 'tsconfig.build.json']
const { status } = spawnSync(process.execPath, tsc, { stdio: 'inherit' })
if (status !== 0) process.exit(1)

step(2)
for (const file of readdirSync('dist/esm', { recursive: true })) {
  const compiled = () => readFileSync(join('dist/esm', file), 'utf8')
  const text = () => (file.endsWith('.js') ? withTexts(compiled()) : compiled())
  if (/^cli[\\/]/.test(file)) continue
  const isCommonJs = !withoutCommonJs.test(file)
  if (file.endsWith('.d.ts') && isCommonJs) write(join('dist/cjs', file.replace(/ts$/, 'cts')), toCjsPaths(text()))
  if (file.endsWith('.js')) {
    if (isCommonJs) write(join('dist/cjs', file.replace(/js$/, 'cjs')), toCjsPaths(toCommonJs(text())))
    if (!nodeOnly.includes(file) && !withoutBrowser.test(file)) {
      const built = (body) => ioTsByName(toBrowser(body))
      write(join('dist/development', file), built(text()))
      write(join('dist/browser', file), compact(built(withCodes(compiled()))))
    }
    writeFileSync(join('dist/esm', file), text())
  }
}

step(3)
const { metafile } = await build({
  stdin: { contents: "export { createClient } from './index.js'", resolveDir: 'dist/browser' },
  bundle: true,
  external: ['rxjs', 'fp-ts', 'io-ts'],
  format: 'esm',
  metafile: true,
  outfile: 'createClient.js',
  platform: 'browser',
  tsconfigRaw: {},
  write: false,
})
const [{ inputs }] = Object.values(metafile.outputs)
for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
  if (bytesInOutput === 0 || !path.startsWith('dist/browser/')) continue
  writeFileSync(path, byWayOfPeers(relative('dist/browser', path), readFileSync(path, 'utf8')))
}
for (const [peer, names] of peers)
  write(join('dist/browser', peerFile(peer)), `export { ${Array.from(names).sort().join(', ')} } from '${peer}'\n`)

step(4)
await build({
  entryPoints: ['dist/browser/devtools/page/main.js'],
  bundle: true,
  format: 'esm',
  minify: true,
  outfile: 'dist/inspector.js',
  platform: 'browser',
  target: 'es2022',
  tsconfigRaw: {},
})

await build({
  entryPoints: ['dist/esm/cli/main.js'],
  bundle: true,
  chunkNames: 'cli/[name]-[hash]',
  external: Object.keys({ ...dependencies, ...peerDependencies }),
  format: 'esm',
  outbase: 'dist/esm',
  outdir: 'dist/bundled',
  platform: 'node',
  splitting: true,
  target: 'node20',
  tsconfigRaw: {},
})
rmSync('dist/esm/cli', { recursive: true })
renameSync('dist/bundled/cli', 'dist/esm/cli')
rmSync('dist/bundled', { recursive: true })

console.error(`  built in ${((performance.now() - begun) / 1000).toFixed(0)} s`)
