/**
 * Rules beyond oxlint's category `correctness`: of ESLint's and typescript-eslint's own presets, those that oxlint files
 * elsewhere.
 */
const everyFile = [
  'eqeqeq',
  'no-case-declarations',
  'no-empty',
  'no-fallthrough',
  'no-prototype-builtins',
  'no-regex-spaces',
  'no-unexpected-multiline',
  'no-useless-assignment',
  'no-var',
  'prefer-const',
  'preserve-caught-error',
]

const typescript = [
  'no-array-constructor',
  'no-empty-function',
  'no-useless-constructor',
  'prefer-rest-params',
  'prefer-spread',
  'typescript/adjacent-overload-signatures',
  'typescript/class-literal-property-style',
  'typescript/consistent-generic-constructors',
  'typescript/consistent-indexed-object-style',
  'typescript/consistent-type-assertions',
  'typescript/consistent-type-definitions',
  'typescript/no-dynamic-delete',
  'typescript/no-explicit-any',
  'typescript/no-extraneous-class',
  'typescript/no-import-type-side-effects',
  'typescript/no-inferrable-types',
  'typescript/no-invalid-void-type',
  'typescript/no-namespace',
  'typescript/no-non-null-assertion',
  'typescript/no-require-imports',
  'typescript/no-unnecessary-type-constraint',
  'typescript/no-unsafe-function-type',
  'typescript/prefer-for-of',
  'typescript/prefer-function-type',
  'typescript/unified-signatures',
]

/** Rules that need types: `npm run types` checks them, `npm run lint` skips them. */
const typed = [
  'typescript/dot-notation',
  'typescript/no-deprecated',
  'typescript/no-misused-promises',
  'typescript/no-unnecessary-boolean-literal-compare',
  'typescript/no-unnecessary-condition',
  'typescript/no-unnecessary-template-expression',
  'typescript/no-unnecessary-type-arguments',
  'typescript/no-unnecessary-type-assertion',
  'typescript/no-unnecessary-type-conversion',
  'typescript/no-unnecessary-type-parameters',
  'typescript/no-unsafe-argument',
  'typescript/no-unsafe-assignment',
  'typescript/no-unsafe-call',
  'typescript/no-unsafe-enum-comparison',
  'typescript/no-unsafe-member-access',
  'typescript/no-unsafe-return',
  'typescript/only-throw-error',
  'typescript/prefer-find',
  'typescript/prefer-includes',
  'typescript/prefer-nullish-coalescing',
  'typescript/prefer-optional-chain',
  'typescript/prefer-promise-reject-errors',
  'typescript/prefer-reduce-type-parameter',
  'typescript/prefer-regexp-exec',
  'typescript/prefer-return-this-type',
  'typescript/prefer-string-starts-ends-with',
  'typescript/related-getter-setter-pairs',
  'typescript/require-await',
  'typescript/use-unknown-in-catch-callback-variable',
]

const errors = (names) => Object.fromEntries(names.map((name) => [name, 'error']))

/** No primitive but strings in templates and sums. */
const textsOnly = {
  allowAny: false,
  allowBoolean: false,
  allowNullish: false,
  allowRegExp: false,
}

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
  'lib/adapters/devtools/element/defineInspector.ts': ['timers'],
  'lib/adapters/devtools/page/readText.ts': ['promises'],
  'lib/adapters/react/useStream.ts': ['promises'],
  'lib/adapters/store/toStore.ts': ['promises'],
  'lib/http/transport/*.ts': ['promises'],
  'lib/testing/sandbox/webhookSender.ts': ['timers', 'promises'],
  'lib/testing/sandbox/toFetch.ts': ['promises'],
  'lib/mirror/fleet/engine/engineSchema.ts': ['promises'],
  'lib/server/checkpoints/checkpointFile.ts': ['promises'],
  'lib/streams/pages/PageStream.ts': ['promises'],
  'lib/streams/send/Stream.ts': ['promises'],
  'lib/server/gateway/createGateway.ts': ['promises', 'randomness'],
  'lib/server/gateway/toRefusal.ts': ['console'],
  'lib/testing/sandbox/createSandbox.ts': ['console'],
  'lib/server/toNodeHandler.ts': ['timers', 'promises'],
  'lib/server/webhooks/createWebhooks.ts': ['promises'],
  'lib/base/platform/random.ts': ['randomness'],
  'lib/cli/**/*.ts': ['clock', 'timers', 'promises'],
}

const everywhere = [
  { selector: 'TSEnumDeclaration', message: 'Write a union of literals, or a table `as const`.' },
  {
    selector: ':matches(ExportDefaultDeclaration, ExportSpecifier[exported.name=default])',
    message: 'Export by name: a name is found by search and the same everywhere.',
  },
]

/** A table that is looked up by a string of somebody else: an object also has `constructor` and `toString`. */
const tables = ['> ', '> TSTypeReference[typeName.name=Readonly] > * > '].map((path) => ({
  selector:
    `VariableDeclarator[init.properties.0.type=Property] > Identifier.id > TSTypeAnnotation ${path}` +
    'TSTypeReference[typeName.name=Record][typeArguments.params.0.type=TSStringKeyword]',
  message: 'Write a table with any string as its key as a Map: an object also has constructor and toString.',
}))

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
      ...everywhere,
      ...tables,
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

/** Patterns count from the folder of this file: this prefix makes them count from the root. */
const inRoot = (...globs) => globs.map((glob) => `**/${glob}`)

export default {
  plugins: ['typescript', 'oxc'],
  jsPlugins: ['../spec/check/restrictedSyntax.mjs'],
  categories: { correctness: 'error' },
  ignorePatterns: ['**/coverage/', '**/dist/', '**/.angular/', '**/docs/reference/'],
  rules: {
    ...errors(everyFile),
    'no-unused-vars': ['error', { caughtErrors: 'all' }],
    'sort-imports': ['error', { ignoreCase: true, ignoreDeclarationSort: true }],
    // It refuses the defaults of optional parameters.
    'typescript/no-useless-default-assignment': 'off',
    // Arrays of strings are sorted as strings.
    'typescript/require-array-sort-compare': 'off',
  },
  overrides: [
    { files: ['**/*.{js,mjs,cjs}'], env: { node: true }, rules: { 'no-undef': 'error' } },
    // What is evaluated in pages is written beside what drives them.
    { files: inRoot('spec/browser/**/*.{js,mjs}', 'docs/site/page/*.js'), env: { browser: true } },
    {
      files: ['**/*.ts'],
      rules: {
        ...errors(typescript),
        ...errors(typed),
        'house/restricted-syntax': ['error', ...everywhere],
        'no-unused-vars': ['error', { caughtErrors: 'all', argsIgnorePattern: '^_' }],
        'typescript/array-type': ['error', { default: 'generic' }],
        'typescript/ban-ts-comment': ['error', { minimumDescriptionLength: 10 }],
        // With `verbatimModuleSyntax` an import is written out unless it is `import type`.
        'typescript/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
        // `() => subscription.unsubscribe()` is how RxJS code is written.
        'typescript/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
        // An interface gives a type that is inferred from a codec the name that messages of the compiler show.
        'typescript/no-empty-object-type': ['error', { allowInterfaces: 'with-single-extends' }],
        'typescript/restrict-plus-operands': ['error', { ...textsOnly, allowNumberAndString: false }],
        'typescript/restrict-template-expressions': ['error', { ...textsOnly, allowNever: false, allowNumber: false }],
        'typescript/return-await': ['error', 'error-handling-correctness-only'],
      },
    },
    { files: inRoot('lib/**/*.ts'), rules: library() },
    { files: inRoot('lib/*.ts'), rules: library([], namesOnly) },
    ...Object.entries(leaves).map(([file, allowed]) => ({ files: inRoot(file), rules: library(allowed) })),
    {
      files: inRoot('spec/**/*.ts'),
      rules: {
        // Matchers of jest that are not symmetric, such as expect.any(Date), are `any`.
        'typescript/no-unsafe-assignment': 'off',
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
    { files: inRoot('spec/support/*.ts'), rules: { 'house/restricted-syntax': 'off' } },
    // Programs that are shown are written as users write them.
    {
      files: inRoot('docs/playground/src/scenes/*.ts'),
      rules: { 'typescript/restrict-template-expressions': ['error', { allowNumber: true }] },
    },
  ],
}
