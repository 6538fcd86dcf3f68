import { map, mapWithIndex } from 'fp-ts/lib/Record.js'
import * as t from 'io-ts'
import { plainDate } from '../../base/codec/calendar.js'
import { functionCodec, guardCodec, methodsCodec } from '../../base/codec/guardCodec.js'
import { nonEmpty } from '../../base/codec/nonEmpty.js'
import { object } from '../../base/codec/object.js'
import { oneOf } from '../../base/codec/oneOf.js'
import { options } from '../../base/codec/options.js'
import { resourceNames } from './Codecs.js'
import { limitHeaders } from './limitHeaders.js'
import type { Operation } from './Operation.js'
import { operationTable } from './operations.js'
import { limits } from './rateLimits.js'
import { requestIdHeader } from './requestIdHeader.js'
import { defaultRoots, isBelow, rootsInWords } from './roots.js'
import type { ItemAction, PathTemplate, ProfilePaths } from './ServiceProfile.js'

const headerName = guardCodec('a header name', (u): u is string => typeof u === 'string' && /^[A-Za-z0-9-]+$/.test(u))

/** Whether `URL` does not change a path: it has no query, no fragment and no `..`. */
const isPlainPath = (u: string): boolean => new URL(u, 'https://bank.example').pathname === u

const rootsCodec = guardCodec(
  "a list of paths such as '/v2', without a slash at their end",
  (u): u is ReadonlyArray<string> =>
    Array.isArray(u) &&
    u.length > 0 &&
    u.every((root) => typeof root === 'string' && /^(\/[\w~-][\w.~-]*)+$/.test(root)),
)

/** The roots of a value that may be a profile, if it has valid ones; otherwise the roots of the documented API. */
export const rootsOf = (profile: unknown): ReadonlyArray<string> =>
  object.is(profile) && rootsCodec.is(profile.roots) ? profile.roots : defaultRoots

/** A path without the parameter that narrows a list, such as `?account_id=:id`. */
const withoutParameter = (u: string): string => u.replace(/\?[\w.~-]+=:id$/, '')

const template = (key: keyof ProfilePaths, roots: ReadonlyArray<string>): t.Type<PathTemplate> => {
  const { subject, response }: Operation = operationTable[key]
  const takesId = subject !== undefined
  const isTemplate = (u: string): boolean => {
    const path = takesId && response === 'list' ? withoutParameter(u) : u
    return isBelow(roots, u) && isPlainPath(path) && path.includes(':id') === (takesId && path === u)
  }
  return guardCodec(
    `a path that begins with ${rootsInWords(roots)}${takesId ? " and has ':id' in it" : ''}, or null`,
    (u): u is PathTemplate => u === null || (typeof u === 'string' && isTemplate(u)),
  )
}

const codec = methodsCodec<t.Mixed>('an io-ts codec', 'decode', 'validate', 'encode')

const codecs = map(() => codec)(resourceNames)

const method = oneOf('GET', 'POST', 'PUT', 'DELETE')
const action = oneOf<ItemAction>('ok', 'wait', 'logIn', 'actAtBank', 'enterCode', 'retryLater', 'unsupported')

const actions = guardCodec(
  `an object of ${action.name}`,
  (u): u is Readonly<Record<string, ItemAction>> => object.is(u) && Object.values(u).every(action.is),
)
const nesting = options(
  'a nested list',
  {
    row: functionCodec('a function from a codec to a codec'),
    flatten: functionCodec('a function from a row to its resources'),
  },
  {},
)

const filter = options('a filter', { parameter: nonEmpty, format: codec }, {})

/** The codec of the user's own codecs; each replaces the codec of a resource. */
export const ownCodecs = options('codecs', {}, codecs)

const expectedProfile =
  'a service profile: bridge2025, bridge2021 or bridge2018 of rxbank/bridge, documentedProfile, or your own'

const codecWithRoots = (roots: ReadonlyArray<string>) =>
  options(
    expectedProfile,
    {
      name: nonEmpty,
      versionHeader: headerName,
      roots: rootsCodec,
      paths: options(
        'paths',
        mapWithIndex<keyof ProfilePaths, Operation, t.Type<PathTemplate>>((key) => template(key, roots))(
          operationTable,
        ),
        {},
      ),
      undatedApiVersion: oneOf('beta 2', 'beta 3'),
      since: options('since', { parameter: nonEmpty, format: codec }, {}),
      passwordFields: options('password fields', { current: nonEmpty, next: nonEmpty }, {}),
      terminalStatuses: t.readonlyArray(nonEmpty),
      limits,
      codecs: options('codecs', codecs, {}),
    },
    {
      requestIdHeader,
      limitHeaders,
      serviceVersion: plainDate,
      sunset: plainDate,
      baseUrl: nonEmpty,
      externalUserId: codec,
      credentials: oneOf('headers', 'query'),
      publicSecret: t.boolean,
      userSecret: t.boolean,
      userItemsAccess: oneOf('application', 'user'),
      parameters: oneOf('body', 'query'),
      filters: options('filters', {}, map(() => t.record(t.string, filter))(operationTable)),
      methods: options('methods', {}, map(() => method)(operationTable)),
      itemStates: options('item states', { statuses: actions, refreshes: actions }, {}),
      nested: options('nested lists', {}, { banks: nesting, categories: nesting }),
    },
  )

type Profile = t.TypeOf<ReturnType<typeof codecWithRoots>>

/** The codec of a {@link ServiceProfile}, whose paths must begin with one of its roots. */
export const profileCodec: t.Type<Profile, unknown> = new t.Type(
  expectedProfile,
  (u): u is Profile => codecWithRoots(rootsOf(u)).is(u),
  (u, context) => codecWithRoots(rootsOf(u)).validate(u, context),
  t.identity,
)
