// Builds dist/ in three flavours from one compilation of lib/:
//   esm      what tsc writes, for Node
//   cjs      the same as CommonJS, in .cjs and .d.cts, so that the package stays one scope with one `imports`
//   browser  the same with fp-ts and io-ts taken from es6/, which bundlers can shake and Node cannot load
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'

console.error('building dist/ …')

const { imports } = JSON.parse(readFileSync('package.json', 'utf8'))
const nodeOnly = Object.values(imports).map(({ node }) => node.replace('./dist/esm/', ''))

const toCommonJs = (text) =>
  ts.transpileModule(text, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022, esModuleInterop: true },
  }).outputText

const toCjsPaths = (text) => text.replace(/((?:\bfrom |\brequire\(|\bimport\()['"]\.[^'"]+)\.js(?=['"])/g, '$1.cjs')

const toBrowser = (text) => text.replace(/(\bfrom ['"](?:fp-ts|io-ts))\/lib\//g, '$1/es6/')

const write = (file, text) => {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

rmSync('dist', { recursive: true, force: true })

const tsc = ['node_modules/typescript/bin/tsc', '--project', 'tsconfig.build.json']
const { status } = spawnSync(process.execPath, tsc, { stdio: 'inherit' })
if (status !== 0) process.exit(1)

for (const file of readdirSync('dist/esm', { recursive: true })) {
  const text = () => readFileSync(join('dist/esm', file), 'utf8')
  if (/^cli[\\/]/.test(file)) continue
  if (file.endsWith('.d.ts')) write(join('dist/cjs', file.replace(/ts$/, 'cts')), toCjsPaths(text()))
  if (file.endsWith('.js')) {
    write(join('dist/cjs', file.replace(/js$/, 'cjs')), toCjsPaths(toCommonJs(text())))
    if (!nodeOnly.includes(file)) write(join('dist/browser', file), toBrowser(text()))
  }
}
