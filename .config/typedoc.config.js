import { join, relative } from 'node:path/posix'
import { fileURLToPath } from 'node:url'
import { CommentTag, Converter, ReflectionKind } from 'typedoc'
import { entryPoints } from './entryPoints.js'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The chapters of the reference: each has what is declared in the files of lib/ that its pattern matches. */
const chapters = {
  Client: /^client\//,
  Operations: /^service\/api\/(?!Request)/,
  Pages: /^streams\/pages\//,
  Polling: /^streams\/polling\//,
  Tokens: /^streams\/tokens\//,
  Streams: /^streams\/send\//,
  Resources: /^service\/model\//,
  Secrets: /^base\/(Redacted|packageCopies)/,
  Errors: /^base\/error\//,
  Events: /^base\/event\//,
  Requests: /^(http\/|service\/api\/Request)/,
  Profile: /^service\/profile\//,
  Codecs: /^base\/codec\//,
  Time: /^base\/(clock|platform)\//,
}

const chapterOf = (file) => Object.keys(chapters).find((name) => chapters[name].test(file))

/** Files what the package exports under its chapter, as `@category` in each comment would. */
const fileByFolder = ({ converter }) => {
  converter.on(Converter.EVENT_RESOLVE_BEGIN, (context) => {
    const modules = context.project.getReflectionsByKind(ReflectionKind.Module)
    for (const exported of modules.find(({ name }) => name === 'rxbank').children) {
      const [declaration] = context.getSymbolFromReflection(exported).declarations
      const file = relative(join(root, 'lib'), declaration.getSourceFile().fileName)
      const chapter = chapterOf(file)
      if (chapter === undefined) throw new Error(`typedoc.config.js: ${file} is in no chapter`)
      const { comment } = exported.signatures?.[0] ?? exported
      comment?.blockTags.push(new CommentTag('@category', [{ kind: 'text', text: chapter }]))
    }
  })
}

/**
 * Overloaded functions whose reference begins with another overload than their source, and the type of its first parameter.
 * The last overload in the source is the one that `ReturnType` sees, so the order there has another reason.
 */
const firstOverloads = { createClient: 'ClientConfig' }

/** Puts these overloads first. */
const orderOverloads = ({ converter }) => {
  converter.on(Converter.EVENT_RESOLVE_END, ({ project }) => {
    const module = project.getReflectionsByKind(ReflectionKind.Module).find(({ name }) => name === 'rxbank')
    for (const [name, type] of Object.entries(firstOverloads)) {
      const { signatures } = module.children.find((exported) => exported.name === name)
      const index = signatures.findIndex(({ parameters: [parameter] }) => parameter.type.name === type)
      if (index === -1) throw new Error(`typedoc.config.js: ${name} has no overload that takes a ${type}`)
      signatures.unshift(...signatures.splice(index, 1))
    }
  })
}

/** @type {import('typedoc').TypeDocOptions} */
export default {
  name: 'RxBank',
  readme: 'none',
  entryPoints: entryPoints.filter(({ file }) => file !== 'electron/preload').map(({ source }) => join(root, source)),
  tsconfig: join(root, '.config/tsconfig.build.json'),
  out: join(root, 'docs/reference'),
  plugin: [fileByFolder, orderOverloads],
  categorizeByGroup: false,
  categoryOrder: Object.keys(chapters),
  navigation: { includeCategories: true },
  sort: ['kind', 'source-order'],
  kindSortOrder: ['Function', 'Class', 'Variable', 'Interface', 'TypeAlias', 'Constructor', 'Property', 'Method'],
  // Types are the business of `npm run types`.
  skipErrorChecking: true,
  disableSources: true,
  excludeExternals: true,
  excludeInternal: true,
  requiredToBeDocumented: ['Class', 'Interface', 'TypeAlias', 'Variable'],
  treatWarningsAsErrors: true,
  // A name such as index.ts is no address.
  markdownItOptions: { html: true, linkify: false },
  validation: { notDocumented: true },
  // Types that others are inferred from: what they come to is shown in their place.
  intentionallyNotExported: [
    'lib/testing/sandbox/routes.ts:ClientRoute',
    'lib/adapters/angular/RxBankConfig.ts:ResourcesOfConfig',
    'lib/base/codec/RecordOf.ts:Flat',
    'lib/base/codec/list.ts:List',
    'lib/base/codec/options.ts:Options',
    'lib/adapters/electron/Port.ts:PortListener',
    'lib/adapters/electron/powerActivity.ts:PowerEvent',
    'lib/mirror/core/databaseReason.ts:DatabaseReason',
    'lib/ledger/balances/plotBalances.ts:Place',
    'lib/ledger/balances/reportedBalance.ts:Maybe',
    'lib/ledger/recurring/RecurringDecision.ts:DecidedStream',
    'lib/ledger/toLedgerEntry.ts:Flag',
    'lib/ledger/toLedgerEntry.ts:Maybe',
    'lib/mirror/log/MirrorChange.ts:Logged',
    'lib/mirror/consents/MirrorConsent.ts:ConsentOfItem',
    'lib/mirror/consents/MirrorConsent.ts:ItemOfUser',
    'lib/service/bridge/sessionRequest.ts:HostedSession',
    'lib/adapters/opentelemetry/fleetMetrics.ts:ObservedFleet',
    'lib/adapters/opentelemetry/fleetMetrics.ts:ObservedPermits',
    'lib/service/model/categoryTree.ts:Children',
    'lib/service/model/MatchFields.ts:Maybe',
    'lib/server/webhooks/WebhookRefusal.ts:statuses',
    'lib/service/profile/Codecs.ts:IsOwn',
    'lib/streams/send/Stream.ts:NotAwaited',
  ],
}
