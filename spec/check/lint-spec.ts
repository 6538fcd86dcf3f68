import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

interface Found {
  readonly diagnostics: ReadonlyArray<{ readonly code: string; readonly filename: string }>
}

const properties = 'eslint(no-restricted-properties)'
const globals = 'eslint(no-restricted-globals)'
const imports = 'eslint(no-restricted-imports)'
const syntax = 'house(restricted-syntax)'

/** Code, the file that it is in, where `*` is a number, and the rule that refuses it there, if any does. */
const rows: ReadonlyArray<readonly [file: string, code: string, rule?: string]> = [
  ['lib/x/*.ts', 'export const now = () => Date.now()', properties],
  ['lib/x/*.ts', 'export const now = () => new Date()', syntax],
  ['lib/x/*.ts', 'export const now = () => globalThis.performance.now()', syntax],
  ['lib/x/*.ts', "export { timestamp } from 'rxjs'", imports],
  ['lib/x/*.ts', 'export const later = (f: () => void) => setTimeout(f, 1)', globals],
  ['lib/x/*.ts', 'export const later = (f: () => void) => globalThis.setTimeout(f, 1)', globals],
  ['lib/x/*.ts', 'export const later = (f: () => void) => process.nextTick(f)', properties],
  ['lib/x/*.ts', "import { timer } from 'rxjs'\nexport const later = timer(1)", imports],
  ['lib/x/*.ts', "import { retry } from 'rxjs'\nexport const again = retry({ delay: 1000 })", syntax],
  ['lib/x/*.ts', "import { shareReplay } from 'rxjs'\nexport const kept = shareReplay(1, 1000)", syntax],
  ['lib/x/*.ts', "import { shareReplay } from 'rxjs'\nexport const kept = shareReplay({ windowTime: 1 })", syntax],
  ['lib/x/*.ts', "import { ReplaySubject } from 'rxjs'\nexport const kept = new ReplaySubject(1, 1000)", syntax],
  ['lib/x/*.ts', 'export const drawn = () => Math.random()', properties],
  ['lib/x/*.ts', 'export const drawn = () => crypto.randomUUID()', properties],
  ['lib/x/*.ts', 'export const given = () => Promise.resolve(1)', globals],
  ['lib/x/*.ts', "export const asked = () => fetch('https://bank.example')", globals],
  ['lib/x/*.ts', 'export const given = async () => 1', syntax],
  ['lib/x/*.ts', "import { firstValueFrom, of } from 'rxjs'\nexport const given = firstValueFrom(of(1))", imports],
  ['lib/x/*.ts', 'export const say = () => console.log(1)', globals],
  ['lib/x/*.ts', 'export const page = () => window', globals],
  ['lib/x/*.ts', "export { map } from 'rxjs/operators'", imports],
  ['lib/base/clock/systemClock.ts', 'export const one = () => Date.now() + Math.random()', properties],
  ['lib/base/clock/afterTurn.ts', 'export const later = (f: () => void) => setTimeout(f, Date.now())'],
  ['lib/x/*.ts', 'export enum Kind { One }', syntax],
  ['spec/x/*.ts', 'export enum Kind { One }', syntax],
  ['lib/x/*.ts', 'export const words: Record<string, string> = { one: "1" }', syntax],
  ['lib/x/*.ts', 'const words: Readonly<Record<string, 1>> = { one: 1 }\nexport const read = () => words', syntax],
  ['lib/x/*.ts', 'export const words: Readonly<Record<"one", 1>> = { one: 1 }'],
  [
    'lib/x/*.ts',
    'export const copy = (words: object) => {\n  const all: Record<string, 1> = { ...words }\n  return all\n}',
  ],
  ['lib/x/*.ts', 'export default 1', syntax],
  ['lib/x/*.ts', 'const one = 1\nexport { one as default }', syntax],
  ['lib/x.ts', 'export const one = 1', syntax],
  ['lib/y.ts', "import { one } from './one.js'\nexport { one }", syntax],
  ['spec/x/*-spec.ts', "it.only('runs', () => undefined)", properties],
  ['spec/x/*-spec.ts', "describe.skip('runs', () => undefined)", properties],
  ['spec/x/*-spec.ts', "fit('runs', () => undefined)", globals],
  ['lib/x/*.ts', "import { tap, map } from 'rxjs'\nexport const both = [tap, map]", 'eslint(sort-imports)'],
  ['lib/x/*.ts', 'export const day = (text: string) => new Date(text)'],
  ['lib/index.ts', "export { one } from './x/one.js'"],
  ['spec/x/*-spec.ts', "it('runs', () => expect(Math.random()).toBeLessThan(1))"],
  ['spec/x/*.mjs', 'export const later = async () => setTimeout(Date.now, 1)'],
]

const root = resolve(__dirname, '../..')

const files = rows.map(([file, code, rule = 'nothing'], index) => ({
  file: file.replace('*', String(index)),
  code,
  rule,
}))

/** The rules that refuse each file of a project whose configuration is that of this repository. */
const refusals = async (project: string): Promise<ReadonlyMap<string, ReadonlySet<string>>> => {
  for (const own of ['.config/oxlint.config.js', 'spec/check/restrictedSyntax.mjs'])
    cpSync(join(root, own), join(project, own))
  for (const { file, code } of files) {
    mkdirSync(dirname(join(project, file)), { recursive: true })
    writeFileSync(join(project, file), `${code}\n`)
  }
  const args = [
    join(root, 'node_modules/oxlint/bin/oxlint'),
    '-c',
    '.config/oxlint.config.js',
    '--format',
    'json',
    'lib',
    'spec/x',
  ]
  const output = await new Promise<string>((done) => {
    // Its status is 1, for it finds what is wrong.
    execFile(process.execPath, args, { cwd: project }, (_, stdout) => done(stdout))
  })
  const { diagnostics } = JSON.parse(output) as Found
  const rulesOf = (file: string) => diagnostics.filter(({ filename }) => filename === file).map(({ code }) => code)
  return new Map(files.map(({ file }) => [file, new Set(rulesOf(file))]))
}

describe('rules of our own', () => {
  let project: string
  let found: ReadonlyMap<string, ReadonlySet<string>>
  beforeAll(async () => {
    project = mkdtempSync(join(tmpdir(), 'rxbank-'))
    found = await refusals(project)
  })
  afterAll(() => rmSync(project, { recursive: true, force: true }))

  it.each(files)('$code in $file: $rule refuses it', ({ file, rule }) => {
    expect([...(found.get(file) ?? [])]).toEqual(rule === 'nothing' ? [] : [rule])
  })
})
