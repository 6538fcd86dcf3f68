import js from '@eslint/js'
import comments from '@eslint-community/eslint-plugin-eslint-comments'
import { defineConfig } from 'eslint/config'
import importSort from 'eslint-plugin-simple-import-sort'
import globals from 'globals'
import ts from 'typescript-eslint'

/** What of the platform only its leaves may touch, and what stands in for it everywhere else in lib/. */
const platform = {
  clock: {
    instead: 'Take the time from a Clock: clock.wall() or clock.monotonic().',
    properties: ['Date.now', 'performance.now', 'performance.timeOrigin', 'process.hrtime', 'process.uptime'],
    syntax: [':matches(NewExpression[arguments.length=0], CallExpression)[callee.name=Date]'],
    rxjs: ['timestamp', 'timeInterval'],
  },
  timers: {
    instead: 'Arm timers with delay() of lib/clock/delay.ts; schedule through clock.scheduler.',
    globals: ['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'requestAnimationFrame'],
    properties: ['process.nextTick', 'AbortSignal.timeout'],
    syntax: [
      // Given milliseconds instead of a function, or a time window, these take RxJS's own clock.
      'CallExpression[callee.name=/^(retry|repeat)$/] Property[key.name=delay][value.type=/Literal|BinaryExpression/]',
      'CallExpression[callee.name=shareReplay][arguments.length=2]',
      'CallExpression[callee.name=shareReplay] Property[key.name=windowTime]',
      'NewExpression[callee.name=ReplaySubject][arguments.length=2]',
    ],
    rxjs: [
      'animationFrame',
      'animationFrames',
      'animationFrameScheduler',
      'asap',
      'asapScheduler',
      'async',
      'asyncScheduler',
      'auditTime',
      'bufferTime',
      'debounceTime',
      'delay',
      'interval',
      'queue',
      'queueScheduler',
      'sampleTime',
      'throttleTime',
      'timeout',
      'timeoutWith',
      'timer',
      'windowTime',
    ],
  },
  randomness: {
    instead: 'Draw from the `random` of the config, so that one seed gives one run.',
    properties: ['Math.random', 'crypto.getRandomValues', 'crypto.randomUUID'],
  },
  promises: {
    instead: 'Return an Observable; Promises belong to the leaves that adapt the platform.',
    globals: ['Promise', 'fetch'],
    syntax: [':function[async=true]', 'AwaitExpression', 'ForOfStatement[await=true]'],
    rxjs: ['firstValueFrom', 'lastValueFrom', 'toPromise'],
  },
  console: {
    instead: 'Say it on events$, or as an error in the error channel.',
    globals: ['console'],
  },
}

/** The leaves, and what each may touch. */
const leaves = {
  'lib/clock/{systemClock,afterTurn}.ts': ['clock', 'timers'],
  'lib/devtools/element/eachFrame.ts': ['timers'],
  'lib/devtools/page/readText.ts': ['promises'],
  'lib/http/transport/*.ts': ['timers', 'promises'],
  'lib/sandbox/listen.ts': ['timers', 'promises'],
  'lib/sandbox/postWebhook.ts': ['timers', 'promises'],
  'lib/sandbox/toFetch.ts': ['timers', 'promises'],
  'lib/fleet/{engineLaws,migrateJobs}.ts': ['timers', 'promises'],
  'lib/node/{checkpointFile,replaceFile}.ts': ['promises'],
  'lib/node/{checkpointStoreLaws,permitSourceLaws,tokenStoreLaws}.ts': ['timers', 'promises'],
  'lib/node/laws.ts': ['timers', 'promises'],
  'lib/node/{transportCheck,transportLaws,transportServer}.ts': ['timers', 'promises'],
  'lib/stream/{asyncIterator,collect}.ts': ['promises'],
  'lib/gateway/createGateway.ts': ['promises'],
  'lib/gateway/handleName.ts': ['randomness'],
  'lib/gateway/printError.ts': ['console'],
  'lib/node/toNodeHandler.ts': ['timers', 'promises'],
  'lib/node/webhook/createWebhooks.ts': ['promises'],
  'lib/platform/{secretBelow,systemRandom}.ts': ['randomness'],
  'lib/cli/**/*.ts': Object.keys(platform),
}

const everywhere = [
  { selector: 'TSEnumDeclaration', message: 'Write a union of literals, or a table `as const`.' },
  {
    selector: ':matches(ExportDefaultDeclaration, ExportSpecifier[exported.name=default])',
    message: 'Export by name: a name is found by search and the same everywhere.',
  },
]

const namesOnly = [
  {
    selector: 'Program > :not(ExportNamedDeclaration[source], ExportAllDeclaration)',
    message: 'An entry point re-exports public names and holds no code.',
  },
]

/** The rules of lib/ for a file that may touch the named parts of the platform. */
const library = (allowed = [], syntax = []) => {
  const forbidden = Object.entries(platform).flatMap(([name, part]) => (allowed.includes(name) ? [] : [part]))
  const each = (list, toOption) =>
    forbidden.flatMap((part) => (part[list] ?? []).map((item) => toOption(item, part.instead)))
  const properties = each('properties', (path, message) => {
    const [object, property] = path.split('.')
    return { object, property, message }
  })
  return {
    'no-restricted-globals': [
      'error',
      {
        globals: [
          ...each('globals', (name, message) => ({ name, message })),
          ...['self', 'window'].map((name) => ({ name, message: 'Write globalThis, which every platform has.' })),
        ],
        checkGlobalObject: true,
      },
    ],
    // A list without entries would not replace the one of lib/.
    'no-restricted-properties': properties.length === 0 ? 'off' : ['error', ...properties],
    'no-restricted-imports': [
      'error',
      {
        paths: each('rxjs', (name, message) => ({ name: 'rxjs', importNames: [name], message })),
        patterns: [{ group: ['rxjs/*'], message: "Import from 'rxjs' alone: one copy of each operator in a bundle." }],
      },
    ],
    'no-restricted-syntax': [
      'error',
      ...everywhere,
      ...syntax,
      ...each('syntax', (selector, message) => ({ selector, message })),
      // The same properties by way of globalThis.
      ...properties.map(({ object, property, message }) => ({
        selector: `MemberExpression[object.property.name=${object}][property.name=${property}]`,
        message,
      })),
    ],
  }
}

export default defineConfig(
  { ignores: ['coverage/', '**/dist/', '**/.angular/', 'docs/reference/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  {
    plugins: { '@eslint-community/eslint-comments': comments, 'import-sort': importSort },
    rules: {
      '@eslint-community/eslint-comments/no-unlimited-disable': 'error',
      '@eslint-community/eslint-comments/require-description': 'error',
      // One block without blank lines: modules of Node, packages, then files, those of other folders first.
      'import-sort/imports': ['error', { groups: [['^\\u0000', '^node:', '^@?\\w', '^', '^\\.']] }],
      'no-eval': 'error',
      eqeqeq: 'error',
    },
  },
  { files: ['**/*.{js,mjs,cjs}'], languageOptions: { globals: globals.node } },
  // What is evaluated in pages is written beside what drives them.
  { files: ['spec/browser/**/*.{js,mjs}', 'docs/site/page/*.js'], languageOptions: { globals: globals.browser } },
  // Rules that need types are those of .oxlintrc.json.
  {
    files: ['**/*.ts'],
    extends: [ts.configs.strict, ts.configs.stylistic],
    rules: {
      'no-restricted-syntax': ['error', ...everywhere],
      '@typescript-eslint/array-type': ['error', { default: 'generic' }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      // With `verbatimModuleSyntax` an import is written out unless it is `import type`.
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-import-type-side-effects': 'error',
      // An interface gives a type that is inferred from a codec the name that messages of the compiler show.
      '@typescript-eslint/no-empty-object-type': ['error', { allowInterfaces: 'with-single-extends' }],
    },
  },
  { files: ['lib/**/*.ts'], rules: library() },
  { files: ['lib/index.ts', 'lib/*/index.ts'], rules: library([], namesOnly) },
  Object.entries(leaves).map(([file, allowed]) => ({ files: [file], rules: library(allowed) })),
  {
    files: ['spec/**/*.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        ...['fdescribe', 'fit', 'xdescribe', 'xit', 'xtest'].map((name) => ({ name, message: 'Every spec runs.' })),
      ],
      'no-restricted-properties': [
        'error',
        ...['describe', 'it', 'test'].flatMap((object) =>
          ['failing', 'only', 'skip', 'todo'].map((property) => ({ object, property, message: 'Every spec runs.' })),
        ),
      ],
    },
  },
  // Jest takes the environment from the default export, and specs take fast-check from its own.
  { files: ['spec/support/environment.ts', 'spec/support/fastCheck.ts'], rules: { 'no-restricted-syntax': 'off' } },
)
