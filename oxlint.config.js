/** The rules that ESLint recommends. */
const recommended = [
  'for-direction',
  'no-async-promise-executor',
  'no-case-declarations',
  'no-compare-neg-zero',
  'no-cond-assign',
  'no-constant-binary-expression',
  'no-constant-condition',
  'no-control-regex',
  'no-debugger',
  'no-delete-var',
  'no-dupe-else-if',
  'no-duplicate-case',
  'no-empty',
  'no-empty-character-class',
  'no-empty-pattern',
  'no-empty-static-block',
  'no-ex-assign',
  'no-extra-boolean-cast',
  'no-fallthrough',
  'no-global-assign',
  'no-invalid-regexp',
  'no-loss-of-precision',
  'no-misleading-character-class',
  'no-nonoctal-decimal-escape',
  'no-prototype-builtins',
  'no-regex-spaces',
  'no-self-assign',
  'no-shadow-restricted-names',
  'no-sparse-arrays',
  'no-unassigned-vars',
  'no-unexpected-multiline',
  'no-unsafe-finally',
  'no-unsafe-optional-chaining',
  'no-unused-labels',
  'no-unused-private-class-members',
  'no-useless-assignment',
  'no-useless-backreference',
  'no-useless-catch',
  'no-useless-escape',
  'preserve-caught-error',
  'require-yield',
  'use-isnan',
  'valid-typeof',
]

/** Those of them that the compiler stands for in TypeScript. */
const compiled = [
  'constructor-super',
  'getter-return',
  'no-class-assign',
  'no-const-assign',
  'no-dupe-class-members',
  'no-dupe-keys',
  'no-func-assign',
  'no-import-assign',
  'no-new-native-nonconstructor',
  'no-obj-calls',
  'no-redeclare',
  'no-setter-return',
  'no-this-before-super',
  'no-undef',
  'no-unreachable',
  'no-unsafe-negation',
  'no-with',
]

/** The rules of typescript-eslint, `strict` and `stylistic`, that need no types. */
const typescript = [
  'no-var',
  'prefer-const',
  'prefer-rest-params',
  'prefer-spread',
  'no-array-constructor',
  'typescript/no-duplicate-enum-values',
  'typescript/no-dynamic-delete',
  'typescript/no-explicit-any',
  'typescript/no-extra-non-null-assertion',
  'typescript/no-extraneous-class',
  'typescript/no-invalid-void-type',
  'typescript/no-misused-new',
  'typescript/no-namespace',
  'typescript/no-non-null-asserted-nullish-coalescing',
  'typescript/no-non-null-asserted-optional-chain',
  'typescript/no-non-null-assertion',
  'typescript/no-require-imports',
  'typescript/no-this-alias',
  'typescript/no-unnecessary-type-constraint',
  'typescript/no-unsafe-declaration-merging',
  'typescript/no-unsafe-function-type',
  'no-unused-expressions',
  'no-useless-constructor',
  'typescript/no-wrapper-object-types',
  'typescript/prefer-as-const',
  'typescript/prefer-literal-enum-member',
  'typescript/prefer-namespace-keyword',
  'typescript/triple-slash-reference',
  'typescript/unified-signatures',
  'typescript/adjacent-overload-signatures',
  'typescript/ban-tslint-comment',
  'typescript/class-literal-property-style',
  'typescript/consistent-generic-constructors',
  'typescript/consistent-indexed-object-style',
  'typescript/consistent-type-assertions',
  'typescript/consistent-type-definitions',
  'typescript/no-confusing-non-null-assertion',
  'no-empty-function',
  'typescript/no-inferrable-types',
  'typescript/prefer-for-of',
  'typescript/prefer-function-type',
  'typescript/no-import-type-side-effects',
]

const errors = (names) => Object.fromEntries(names.map((name) => [name, 'error']))

/** What of the platform only its leaves may touch, and what stands in for it everywhere else in lib/. */
const platform = {
  clock: {
    instead: 'Take the time from a Clock: clock.wall() or clock.monotonic().',
    properties: ['Date.now', 'performance.now', 'performance.timeOrigin', 'process.hrtime', 'process.uptime'],
    syntax: [':matches(NewExpression[arguments.length=0], CallExpression)[callee.name=Date]'],
    rxjs: ['timestamp', 'timeInterval'],
  },
  timers: {
    instead: 'Arm timers with delay() of lib/base/clock/delay.ts; schedule through clock.scheduler.',
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
  'lib/base/clock/{systemClock,afterTurn}.ts': ['clock', 'timers'],
  'lib/adapters/devtools/element/eachFrame.ts': ['timers'],
  'lib/adapters/devtools/page/readText.ts': ['promises'],
  'lib/http/transport/*.ts': ['timers', 'promises'],
  'lib/testing/sandbox/listen.ts': ['timers', 'promises'],
  'lib/testing/sandbox/postWebhook.ts': ['timers', 'promises'],
  'lib/testing/sandbox/toFetch.ts': ['timers', 'promises'],
  'lib/mirror/fleet/{engineLaws,migrateJobs}.ts': ['timers', 'promises'],
  'lib/server/checkpoints/{checkpointFile,replaceFile}.ts': ['promises'],
  'lib/testing/laws/*.ts': ['timers', 'promises'],
  'lib/streams/pages/PageStream.ts': ['promises'],
  // `queueScheduler` without a delay needs no timer.
  'lib/streams/pages/readPages.ts': ['timers'],
  'lib/streams/send/toAsyncIterator.ts': ['promises'],
  'lib/server/gateway/createGateway.ts': ['promises'],
  'lib/server/gateway/handleName.ts': ['randomness'],
  'lib/server/gateway/printError.ts': ['console'],
  'lib/testing/sandbox/printUnusedFaults.ts': ['console'],
  'lib/server/toNodeHandler.ts': ['timers', 'promises'],
  'lib/server/webhooks/createWebhooks.ts': ['promises'],
  'lib/base/platform/{randomHex,secretBelow,systemRandom}.ts': ['randomness'],
  'lib/cli/**/*.ts': Object.keys(platform),
}

/** What rules of these names do not find, or not all of it. */
const overlooked = [
  { selector: 'Literal[raw=/^0[0-9]/]', message: 'no-octal: write 0o before octal digits.' },
  {
    selector: ':matches(CallExpression, NewExpression) > SpreadElement > ChainExpression',
    message: 'no-unsafe-optional-chaining: undefined cannot be spread into arguments.',
  },
  {
    selector:
      'BinaryExpression[operator=/^[!=]==?$/]:has(> UnaryExpression[operator=typeof]) > Literal:not([raw=/^[\'"]/])',
    message: 'valid-typeof: compare with a string.',
  },
  {
    selector: [
      ':matches(ClassDeclaration, ClassExpression)[superClass=null]',
      'ClassBody[body.length>0]:not(:has(> :not(StaticBlock)))',
    ].join(' > '),
    message: 'no-extraneous-class: a class that is never constructed is a namespace.',
  },
]

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
    'house/restricted-syntax': [
      'error',
      ...overlooked,
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

const unused = { caughtErrors: 'all' }

const scripts = ['**/*.{js,mjs,cjs}']

export default {
  plugins: ['typescript'],
  jsPlugins: ['./spec/check/houseRules.mjs'],
  categories: { correctness: 'off' },
  ignorePatterns: ['coverage/', '**/dist/', '**/.angular/', 'docs/reference/'],
  rules: {
    ...errors(recommended),
    'no-irregular-whitespace': ['error', { skipRegExps: false, skipTemplates: false }],
    'no-eval': 'error',
    eqeqeq: 'error',
    'house/restricted-syntax': ['error', ...overlooked],
    'house/sorted-names': 'error',
    'house/types-first': 'error',
    'house/exceptions': ['error', { allowed: false }],
  },
  overrides: [
    {
      files: scripts,
      env: { node: true },
      rules: {
        ...errors(compiled),
        'no-unused-vars': ['error', unused],
      },
    },
    // What is evaluated in pages is written beside what drives them.
    { files: ['spec/browser/**/*.{js,mjs}', 'docs/site/page/*.js'], env: { browser: true } },
    // Rules that need types are those of .oxlintrc.json.
    {
      files: ['**/*.ts'],
      rules: {
        ...errors(typescript),
        'house/restricted-syntax': ['error', ...overlooked, ...everywhere],
        'typescript/array-type': ['error', { default: 'generic' }],
        'no-unused-vars': ['error', { ...unused, argsIgnorePattern: '^_' }],
        'typescript/ban-ts-comment': ['error', { minimumDescriptionLength: 10 }],
        // With `verbatimModuleSyntax` an import is written out unless it is `import type`.
        'typescript/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
        // An interface gives a type that is inferred from a codec the name that messages of the compiler show.
        'typescript/no-empty-object-type': ['error', { allowInterfaces: 'with-single-extends' }],
      },
    },
    // What `npm run types` reads: it says which exceptions are not needed.
    {
      files: ['**/*.ts'],
      excludeFiles: ['docs/examples/**'],
      rules: { 'house/exceptions': ['error', { allowed: true }] },
    },
    { files: ['lib/**/*.ts'], rules: library() },
    { files: ['lib/*.ts'], rules: library([], namesOnly) },
    ...Object.entries(leaves).map(([file, allowed]) => ({ files: [file], rules: library(allowed) })),
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
    {
      files: ['spec/support/environment.ts', 'spec/support/fastCheck.ts'],
      rules: { 'house/restricted-syntax': ['error', ...overlooked] },
    },
  ],
}
