import { entryPoints } from './.config/entryPoints.js'

/** The files that the package exports from, as patterns within lib/. */
const publicNames = entryPoints.map(({ source }) => `${source.replace('lib/', '').replace('.', '[.]')}$`)

const values = ['codec/', 'error/', 'model/', 'profile/']
const shared = [...values, 'platform/', 'clock/', 'event/']

/** What reads requests: the three kinds of streams, and what they share. */
const streams = ['stream/', 'tokens/', 'pages/', 'polling/']

/**
 * The layers of lib/, lowest first: the files of each, what it may import besides itself, and why no more.
 * Whoever adds a folder gives it its place here.
 */
export const layers = [
  ['model/acrossCopies', [], 'what the copies of the package in a process know of one another'],
  [
    'model/Redacted',
    ['model/acrossCopies'],
    'secrets are wrapped at the very bottom: no layer has a reason to hold one bare',
  ],
  ['codec/', ['model/Redacted', 'model/acrossCopies'], 'helpers of io-ts know nothing of banks'],
  [
    'error/',
    ['model/Redacted', 'model/acrossCopies', 'codec/'],
    'every layer fails with these errors, so they depend on none',
  ],
  ['model/', ['codec/', 'error/'], 'values and codecs: no requests, no time, no I/O'],
  ['profile/', ['codec/', 'error/', 'model/'], 'what the interface leaves open is plain data, of use without a client'],
  ['platform/', [], 'what the platform is and gives is asked here, and asked by name'],
  ['clock/', values, 'time does not know what it is used for'],
  ['event/', [...values, 'clock/'], 'every layer above tells events, so they know none'],
  ['http/', shared, 'the seam and its policies serve any request, not ours alone'],
  [
    'api/',
    [...values, 'http/(Http)?Request[.]ts$'],
    'a request is a value: it knows neither who sends it nor who follows its pages',
  ],
  [
    'bridge/',
    [...values, 'api/'],
    'profiles and requests of one service, of use without a client; no bundle has them unasked',
  ],
  ['hash/', [], 'numbers that stand for texts and values, whatever these mean'],
  [
    'stream/',
    [...shared, 'http/(?!transport/)'],
    'interpreters read any request through any Http: they name neither an endpoint nor a transport',
  ],
  [
    'tokens/',
    [...shared, 'http/(?!transport/)', 'stream/'],
    'tokens are issued for any request and any user: they know neither lists nor what is polled',
  ],
  [
    'pages/',
    [...shared, 'http/(?!transport/)', 'hash/', 'stream/'],
    'a list is read through a connection, which sees to tokens itself',
  ],
  [
    'polling/',
    [...shared, 'http/(?!transport/)', 'hash/', 'stream/', 'pages/'],
    'what has changed is a list, which is read by its pages; tokens are the business of the connection',
  ],
  [
    'tape/',
    [...shared, 'http/(?!transport/)'],
    'a tape is between any client and any transport: it knows what goes through the seam, and no endpoint',
  ],
  [
    'config/',
    [...shared, 'http/(?!transport/)', 'tokens/TokenStore[.]ts$'],
    'settings are checked before there is a client',
  ],
  [
    'client/',
    [...shared, 'http/', 'api/', ...streams, 'config/'],
    'here all is put together, but for what has an entry point of its own',
  ],
  [
    'index[.]ts$',
    [...shared, 'http/', 'api/', ...streams, 'config/', 'client/'],
    'what it names is in every bundle: sandbox and command line are not',
  ],
  [
    'sandbox/',
    [...values, 'clock/', 'http/[^/]+$'],
    'a server that shared code with the client would share its mistakes',
  ],
  [
    'gateway/',
    [...shared, 'http/', 'api/', 'stream/', 'client/', 'index[.]ts$'],
    'it is a client for others: what a browser may ask is told from the same requests as it sends',
  ],
  [
    'node/',
    [
      ...shared,
      'http/budget/',
      'polling/(CheckpointStore|UpdatedBatch)[.]ts$',
      'tokens/TokenStore[.]ts$',
      'tape/index[.]ts$',
      'gateway/',
      'devtools/(index|Inspection)[.]ts$',
      'index[.]ts$',
    ],
    'what only Node has is beside the client, which is given it and runs without',
  ],
  [
    'mirror/',
    [...shared, 'http/HttpRequest[.]ts$', 'pages/(Page|RejectedRow)[.]ts$', 'polling/', 'client/UserClient[.]ts$'],
    'what is written is said once, whatever the database; it reads users through what their client has for everybody',
  ],
  [
    'postgres/',
    [
      ...values,
      'clock/',
      'http/budget/',
      'mirror/',
      'tokens/TokenStore[.]ts$',
      'node/(ObservableTokenStore|seal|sealedTokenStore)[.]ts$',
    ],
    'it runs what the mirror says, and knows no service',
  ],
  ['sqlite/', [...values, 'mirror/'], 'it runs what the mirror says, and knows no service'],
  [
    'fleet/',
    [...shared, 'index[.]ts$', 'mirror/', 'postgres/', 'node/(index|laws)[.]ts$', 'http/backoff[.]ts$'],
    'it says when a mirror reads whom, and leaves to the mirror what is written',
  ],
  ['angular/', ['index[.]ts$', 'codec/index[.]ts$'], 'what Angular adds is built on what every user has'],
  [
    'electron/',
    [...shared, 'http/', 'api/', 'stream/', 'pages/', 'polling/', 'client/', 'index[.]ts$'],
    'it carries the surface of a client from one process to another',
  ],
  [
    'devtools/',
    ['codec/', 'error/', 'clock/delay[.]ts$', 'tape/index[.]ts$', 'index[.]ts$'],
    'it shows what every user can listen to, or has recorded',
  ],
  [
    'opentelemetry/',
    ['codec/', 'error/', 'index[.]ts$', 'fleet/(FleetEvent|Engine)[.]ts$'],
    'it listens to what every user can listen to',
  ],
  [
    'undici/',
    ['codec/', 'error/', 'http/', 'model/', 'platform/bodyBytes'],
    'a transport knows the seam that it fits into, and no client',
  ],
  ['cli/', publicNames, 'what the command line needs, users need: it uses public names alone'],
]

const inLib = (...files) => `^lib/(${files.join('|')})`

/** All of lib/ but these files. */
const libBut = (...files) => ({ path: '^lib/', pathNot: inLib(...files) })

const rules = {
  'each file has its layer': {
    comment: 'a file outside the layers could import anything, and anything could import it',
    from: libBut(...layers.map(([files]) => files)),
    to: {},
  },
  'no cycles': {
    comment: 'the files of a cycle can be neither understood, nor tested, nor loaded one by one',
    from: {},
    to: { circular: true },
  },
  'values without rxjs': {
    comment: 'requests, models and errors are of use where nothing streams, and cost a bundle nothing more',
    from: { path: inLib(...values, 'api/') },
    to: { path: '^node_modules/rxjs/' },
  },
  'one user of #transport': {
    comment: 'a transport is chosen in one place; all else takes the Http that it is given, or makes one of its own',
    from: libBut('client/', 'electron/netFetch', 'http/transport/', 'undici/'),
    to: { path: inLib('http/transport/') },
  },
  'platform by its # name': {
    comment: 'a relative import would ship the file of one platform to all',
    from: { path: '^lib/' },
    to: {
      path: inLib(
        'client/(application|browser)Users[.]ts$',
        'http/transport/(cross|native)Fetch',
        'sandbox/(listen(Unsupported)?|hmac(Node|Web))[.]ts$',
      ),
      dependencyTypesNot: ['aliased', 'type-only'],
    },
  },
  'node in the leaves': {
    comment: 'everything else runs in browsers too',
    from: libBut(
      'http/transport/crossFetch',
      'platform/bodyBytes',
      'sandbox/(listen|hmacNode)[.]ts$',
      'cli/',
      'fleet/engineLaws[.]ts$',
      'node/',
      'undici/',
    ),
    to: { dependencyTypes: ['core'] },
  },
  'cross-fetch in its leaf': {
    comment: 'it is CommonJS, and patches the global fetch of a browser; benchmarks compare with it, on Node alone',
    from: { path: '^(lib|spec|docs)/', pathNot: [inLib('http/transport/crossFetch'), '^spec/bench/peers/'] },
    to: { path: '^node_modules/(cross|node)-fetch/' },
  },
  'terminal packages in the command line': {
    comment: 'a library does not print',
    from: libBut('cli/'),
    to: { path: '^node_modules/(commander|picocolors|cli-table3)/' },
  },
  'shipped packages only': {
    comment:
      'what lib/ imports is among dependencies or peerDependencies, or users lack it; the command line has it bundled',
    from: libBut('cli/'),
    to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['npm-peer'] },
  },
  'lib alone': {
    comment: 'specs and documents know the library; it does not know them',
    from: { path: '^lib/' },
    to: { path: '^(spec|docs)/' },
  },
  'examples use public names': {
    comment: 'a reader can only import what the package exports',
    from: { path: '^docs/' },
    to: libBut(...publicNames),
  },
  'nothing missing': {
    comment:
      'an import that is not found would escape every rule above; Electron itself gives preload scripts their module',
    from: { path: '^lib/' },
    to: { couldNotResolve: true, pathNot: '^electron$' },
  },
}

for (const [files, may, comment] of layers) {
  const name = `layer ${/\w+(\/\w+)?/.exec(files)[0]}`
  rules[name] = { comment, from: { path: inLib(files) }, to: libBut(files, ...may) }
}

export default {
  forbidden: Object.entries(rules).map(([name, rule]) => ({ name, severity: 'error', ...rule })),
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^docs/(examples|reference)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    // Angular has nothing but exports.
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
}
