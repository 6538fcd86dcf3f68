import { entryPoints } from './entryPoints.js'

/** The files that the package exports from, as patterns within lib/. */
const publicNames = entryPoints.map(({ source }) => `${source.replace('lib/', '').replace('.', '[.]')}$`)

const base = ['base/']
const service = [...base, 'service/']
const http = [...service, 'http/(?!undici/)']
const seam = [...service, 'http/(?!undici/|transport/)']

/** The rooms that entry points export from, and that commands use. */
const rooms = ['(base|service|ledger|http|streams|client|server|testing|mirror|adapters)/']

/** The parts of a mirror that are the same for any database. */
const mirrorParts = 'mirror/(core|tables|rounds|log|balances|decisions|consents|erasure|lineages)/'

/** What the parts of a mirror may import. */
const mirror = [...seam, 'ledger/', 'streams/', 'client/UserClient[.]ts$', mirrorParts]

/** What every program has. */
const client = [...http, 'streams/(?!lineages/)', 'client/']

/**
 * The layers of lib/, lowest first: the files of each, what it may import besides itself, and why nothing else. The
 * arrows between the rooms go down only. A new folder gets its place here.
 */
export const layers = [
  ['base/packageCopies', [], 'it holds the state that several copies of the package in one process share'],
  ['base/memoizeByObject', [], 'every layer may memoize a function of objects'],
  ['base/Redacted', ['base/packageCopies'], 'secrets are wrapped at the bottom, so that no layer handles a bare one'],
  ['base/codec/', ['base/(Redacted|packageCopies)'], 'helpers for io-ts know nothing about banks'],
  [
    'base/error/',
    ['base/(Redacted|packageCopies|codec/)'],
    'every layer fails with these errors, so they depend on none',
  ],
  ['base/platform/', [], 'every layer may use what the platform offers'],
  ['base/hash/', [], 'every layer may hash content'],
  ['base/clock/', ['base/'], 'a clock knows nothing about its users'],
  ['base/event/', ['base/'], 'every layer above emits events, so events know none of them'],
  ['service/model/', base, 'values and codecs only: no requests, no time, no I/O'],
  ['service/profile/', [...base, 'service/model/'], 'a profile is plain data, useful without a client'],
  [
    'service/api/',
    [...base, 'service/(model|profile)/'],
    'a request is a value: it does not know who sends it or follows its pages',
  ],
  ['service/bridge/', service, 'it describes what Bridge does at each stage; nothing else in service/ depends on it'],
  ['ledger/', ['base/', 'service/model/'], 'it computes with rows that anybody may have: no requests, no database'],
  ['http/undici/', [...base, 'http/'], 'a transport knows the type Http, and nothing about clients'],
  ['http/', service, '`Http` and its policies work for any request, not only ours'],
  [
    'streams/send/',
    seam,
    'interpreters send any request through any Http: they depend on no endpoint and no transport',
  ],
  [
    'streams/tokens/',
    [...seam, 'streams/send/'],
    'tokens are used by any request, so this layer knows nothing about lists',
  ],
  ['streams/pages/', [...seam, 'streams/send/'], 'a list is read through a connection, which supplies the tokens'],
  ['streams/polling/', [...seam, 'streams/(send|pages)/'], 'a change feed is a list, read page by page'],
  [
    'streams/lineages/',
    [...seam, 'ledger/accounts/', 'ledger/toLedgerEntry[.]ts$', 'streams/(send|pages|polling)/'],
    'it follows the accounts of a user with two feeds, and only programs that use it have what matches them',
  ],
  ['client/config/', [...seam, 'streams/tokens/TokenStore[.]ts$'], 'settings are checked before there is a client'],
  [
    'client/',
    [...http, 'streams/(?!lineages/)'],
    'the client combines everything, except what has its own entry point',
  ],
  [
    'index[.]ts$',
    [...http, 'streams/(?!lineages/)', 'client/'],
    'every bundle may contain it, so it exports neither the sandbox nor the command line',
  ],
  [
    'server/gateway/',
    [...client, 'server/recencyMap[.]ts$'],
    'a gateway is a client for browsers: it uses the same request definitions to decide what a browser may send',
  ],
  ['server/', client, 'these parts are passed to a client, which runs without them'],
  [
    'testing/sandbox/',
    [...service, 'http/[^/]+$'],
    'a server that shared code with the client would share its mistakes',
  ],
  [
    'testing/tape/',
    [...seam, 'client/', 'server/checkpoints/openRegular'],
    'a tape sits between any client and any transport: it knows the type Http, and no endpoints',
  ],
  ['mirror/core/', mirror, 'it defines what a mirror needs of any database, and composes it of the other parts'],
  [
    'mirror/tables/',
    [...base, 'service/model/', 'streams/polling/consentStage', 'mirror/core/(Feed|Program|rowText)[.]ts$'],
    'it describes the tables once; each database has its own types and expressions',
  ],
  ['mirror/rounds/', mirror, 'it reads a user through the public client, and writes what it reads to any database'],
  ['mirror/log/', mirror, 'consumers read the changes that rounds have written, on any database'],
  ['mirror/balances/', mirror, 'it compares balances with the sums of the rows that rounds have written'],
  [
    'mirror/decisions/',
    mirror,
    'it keeps tables of results, as a consumer of the log, and what people decide about them',
  ],
  [
    'mirror/lineages/',
    mirror,
    'it links the accounts of a bank that was connected again, and what people decide about them',
  ],
  ['mirror/consents/', mirror, 'it reports the consents of the items that rounds have written, once each'],
  ['mirror/erasure/', mirror, 'it deletes and exports whatever a mirror stores of a user'],
  [
    'mirror/postgres/',
    [...seam, mirrorParts, 'streams/tokens/TokenStore[.]ts$', 'server/stores/'],
    'it runs the SQL statements of a mirror, and knows nothing about the service',
  ],
  [
    'mirror/sqlite/',
    [...base, mirrorParts],
    'it runs the SQL statements of a mirror, and knows nothing about the service',
  ],
  [
    'mirror/fleet/',
    [...client, 'mirror/'],
    'it decides when a mirror reads a user; the mirror decides what is written',
  ],
  ['adapters/angular/', client, 'it builds on the client'],
  ['adapters/store/', base, 'a store shows any stream, in any framework'],
  ['adapters/react/', [...client, 'adapters/store/'], 'it shows stores, and hands on a client'],
  ['adapters/electron/', client, 'it carries a client from one process to another'],
  ['adapters/devtools/', [...client, 'testing/tape/'], 'it shows tapes, and the events that any user can subscribe to'],
  [
    'adapters/opentelemetry/',
    [...client, 'mirror/fleet/(FleetEvent|Engine)[.]ts$'],
    'it listens to events that every user can listen to',
  ],
  ['\\w+[.]ts$', rooms, 'an entry point only re-exports public names'],
  ['cli/', rooms, 'a command may use every room, and no room uses a command'],
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
      'http/transport/(crossFetch|platformUrl)',
      'base/platform/bodyBytes',
      'testing/sandbox/(listen|hmac)Node[.]ts$',
      'cli/',
      'server/',
      'testing/tape/',
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
    comment: 'users lack what is not among peerDependencies; the command line and cross-fetch are bundled',
    from: libBut('cli/', 'http/transport/crossFetch'),
    to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['npm-peer'] },
  },
  'rooms import rooms': {
    comment: 'an entry point names everything: an import of one would not say what a room needs',
    from: { path: '^lib/', pathNot: inLib('\\w+[.]ts$') },
    to: { path: inLib(...publicNames) },
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
    exclude: { path: '^(docs/(examples|reference)|lib/adapters/angular/schematics)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    // Angular has nothing but exports.
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
}
