import { entryPoints } from './.config/entryPoints.js'

/** The files that the package exports from, as patterns within lib/. */
const publicNames = entryPoints.map(({ source }) => `${source.replace('lib/', '').replace('.', '[.]')}$`)

const base = ['base/']
const service = [...base, 'service/']
const http = [...service, 'http/(?!undici/)']
const seam = [...service, 'http/(?!undici/|transport/)']

/** What every program has. */
const client = [...http, 'streams/', 'client/', 'index[.]ts$']

/**
 * The layers of lib/, lowest first: the files of each, what it may import besides itself, and why no more. The arrows
 * between the rooms go down only. A new folder gets its place here.
 */
export const layers = [
  ['base/acrossCopies', [], 'what the copies of the package in a process know of one another'],
  [
    'base/Redacted',
    ['base/acrossCopies'],
    'secrets are wrapped at the very bottom: no layer has a reason to hold one bare',
  ],
  ['base/codec/', ['base/(Redacted|acrossCopies)'], 'helpers of io-ts know nothing of banks'],
  [
    'base/error/',
    ['base/(Redacted|acrossCopies|codec/)'],
    'every layer fails with these errors, so they depend on none',
  ],
  ['base/platform/', [], 'what the platform gives is of use to all'],
  ['base/hash/', [], 'numbers that stand for texts are of use to all'],
  ['base/clock/', ['base/'], 'time does not know what it is used for'],
  ['base/event/', ['base/'], 'every layer above tells events, so they know none'],
  ['service/model/', base, 'values and codecs: no requests, no time, no I/O'],
  [
    'service/profile/',
    [...base, 'service/model/'],
    'what the interface leaves open is plain data, of use without a client',
  ],
  ['service/api/', service, 'a request is a value: it knows neither who sends it nor who follows its pages'],
  ['http/undici/', [...base, 'http/'], 'a transport knows the seam that it fits into, and no client'],
  ['http/', service, 'the seam and its policies serve any request, not ours alone'],
  [
    'streams/send/',
    seam,
    'interpreters read any request through any Http: they name neither an endpoint nor a transport',
  ],
  ['streams/tokens/', [...seam, 'streams/send/'], 'tokens are issued for any request: they know no lists'],
  ['streams/pages/', [...seam, 'streams/send/'], 'a list is read through a connection, which gets the tokens itself'],
  ['streams/polling/', [...seam, 'streams/(send|pages)/'], 'what has changed is a list, which is read by its pages'],
  ['client/config/', [...seam, 'streams/tokens/TokenStore[.]ts$'], 'settings are checked before there is a client'],
  ['client/', [...http, 'streams/'], 'here all is put together, except what has an entry point of its own'],
  [
    'index[.]ts$',
    [...http, 'streams/', 'client/'],
    'what it names is in every bundle: sandbox and command line are not',
  ],
  [
    'server/gateway/',
    client,
    'it is a client for others: what a browser may ask is told from the same requests as it sends',
  ],
  ['server/', client, 'what only Node has is beside the client, which is given it and runs without'],
  [
    'testing/sandbox/',
    [...service, 'http/[^/]+$'],
    'a server that shared code with the client would share its mistakes',
  ],
  ['testing/laws/', [...client, 'server/'], 'laws are for programs that bring a store or a transport of their own'],
  [
    'testing/tape/',
    [...seam, 'server/checkpoints/openRegular', 'index[.]ts$'],
    'a tape is between any client and any transport: it knows what goes through the seam, and no endpoint',
  ],
  [
    'mirror/core/',
    [...seam, 'streams/', 'client/UserClient[.]ts$'],
    'what is written is said once, whatever the database; it reads users through what their client has for everybody',
  ],
  [
    'mirror/postgres/',
    [...seam, 'mirror/core/', 'streams/tokens/TokenStore[.]ts$', 'server/stores/'],
    'it runs what the mirror says, and knows no service',
  ],
  ['mirror/sqlite/', [...service, 'mirror/core/'], 'it runs what the mirror says, and knows no service'],
  [
    'mirror/fleet/',
    [...client, 'mirror/', 'testing/laws/'],
    'it says when a mirror reads whom, and leaves to the mirror what is written',
  ],
  ['adapters/angular/', ['base/codec/', 'index[.]ts$'], 'what Angular adds is built on what every user has'],
  ['adapters/electron/', client, 'it carries the surface of a client from one process to another'],
  [
    'adapters/devtools/',
    [...base, 'testing/tape/', 'server/clockLike', 'index[.]ts$'],
    'it shows what every user can listen to, or has recorded',
  ],
  [
    'adapters/opentelemetry/',
    [...base, 'index[.]ts$', 'mirror/fleet/(FleetEvent|Engine)[.]ts$'],
    'it listens to what every user can listen to',
  ],
  [
    '\\w+[.]ts$',
    ['(base|service|http|streams|client|server|testing|mirror|adapters)/'],
    'an entry point names what programs may import, and holds no code',
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
    from: { path: inLib('base/(codec|error)/', 'service/') },
    to: { path: '^node_modules/rxjs/' },
  },
  'one user of #transport': {
    comment: 'a transport is chosen in one place; all else takes the Http that it is given, or makes one of its own',
    from: libBut('client/', 'adapters/electron/netFetch', 'http/(transport|undici)/'),
    to: { path: inLib('http/transport/') },
  },
  'platform by its # name': {
    comment: 'a relative import would ship the file of one platform to all',
    from: { path: '^lib/' },
    to: {
      path: inLib(
        'client/(application|browser)Users[.]ts$',
        'http/transport/(cross|native)Fetch',
        'testing/sandbox/(listen|hmac)(Node|Unsupported|Web)[.]ts$',
      ),
      dependencyTypesNot: ['aliased', 'type-only'],
    },
  },
  'node in the leaves': {
    comment: 'everything else runs in browsers too',
    from: libBut(
      'http/transport/crossFetch',
      'base/platform/bodyBytes',
      'testing/sandbox/(listen|hmac)Node[.]ts$',
      'cli/',
      'mirror/fleet/engineLaws[.]ts$',
      'server/',
      'testing/(laws|tape)/',
      'adapters/devtools/server/',
      'http/undici/',
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
