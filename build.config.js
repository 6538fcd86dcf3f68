// Builds dist/ in three flavours from one compilation of lib/:
//   esm      what tsc writes, for Node
//   cjs      the same as CommonJS; its own package.json makes it a package scope, so it repeats `imports`
//   browser  the same with fp-ts and io-ts taken from es6/, which bundlers can shake and Node cannot load
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'

const write = (file, text) => {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

const toCommonJs = (text) =>
  ts.transpileModule(text, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022, esModuleInterop: true },
  }).outputText

const toBrowser = (text) => text.replace(/(\bfrom ['"](?:fp-ts|io-ts))\/lib\//g, '$1/es6/')

rmSync('dist', { recursive: true, force: true })

const { status } = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'], {
  stdio: 'inherit',
})
if (status !== 0) process.exit(1)

const { imports } = JSON.parse(readFileSync('package.json', 'utf8'))
const nodeOnly = Object.values(imports).map(({ node }) => node.replace('./dist/esm/', ''))

for (const file of readdirSync('dist/esm', { recursive: true })) {
  if (/^cli[\\/]/.test(file) || !/\.[jt]s$/.test(file)) continue
  const text = readFileSync(join('dist/esm', file), 'utf8')
  const isCode = file.endsWith('.js')
  write(join('dist/cjs', file), isCode ? toCommonJs(text) : text)
  if (isCode && !nodeOnly.includes(file)) write(join('dist/browser', file), toBrowser(text))
}

const cjsImports = JSON.parse(JSON.stringify(imports).replaceAll(/\/dist\/(esm|browser)\//g, '/'))
write('dist/cjs/package.json', JSON.stringify({ type: 'commonjs', imports: cjsImports }, null, 2) + '\n')
