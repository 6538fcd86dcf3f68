import { map, mapWithIndex } from 'fp-ts/lib/Record.js'
import * as t from 'io-ts'
import { check } from '../codec/check.js'
import { fn } from '../codec/fn.js'
import { methods } from '../codec/methods.js'
import { nonEmpty } from '../codec/nonEmpty.js'
import { object } from '../codec/object.js'
import { oneOf } from '../codec/oneOf.js'
import { options } from '../codec/options.js'
import { plainDate } from '../codec/plainDate.js'
import { described } from './described.js'
import type { ItemAction } from './ItemStates.js'
import { limits } from './limits.js'
import type { PathTemplate, ProfilePaths } from './ServiceProfile.js'

const headerName = check('a header name', (u): u is string => typeof u === 'string' && /^[A-Za-z0-9-]+$/.test(u))

/** A path that stays as it is in a URL: no query, no fragment, no `..`. */
const isPlainPath = (u: string): boolean => u.startsWith('/v2/') && new URL(u, 'https://bank.example').pathname === u

/** The operations that are about something, which their path names. */
const aboutOne: ReadonlyArray<keyof ProfilePaths> = [
  'accountTransactions',
  'accountTransactionsUpdated',
  'deleteItem',
  'deleteUser',
  'earlierRefreshStatus',
  'item',
  'password',
  'refresh',
  'refreshStatus',
  'stock',
  'user',
  'userItems',
]

const template = (key: keyof ProfilePaths): t.Type<PathTemplate> => {
  const takesId = aboutOne.includes(key)
  return check(
    `a path that begins with '/v2/'${takesId ? " and has ':id' in it" : ''}, or null`,
    (u): u is PathTemplate => u === null || (typeof u === 'string' && isPlainPath(u) && u.includes(':id') === takesId),
  )
}

const codec = methods<t.Mixed>('an io-ts codec', 'decode', 'validate', 'encode')

const codecs = map(() => codec)(described.codecs)

const method = oneOf('GET', 'POST', 'PUT', 'DELETE')
const action = oneOf<ItemAction>('ok', 'wait', 'logIn', 'actAtBank', 'enterCode', 'retryLater', 'unsupported')

const actions = check(
  `an object of ${action.name}`,
  (u): u is Readonly<Record<string, ItemAction>> => object.is(u) && Object.values(u).every(action.is),
)
const nesting = options(
  'a nested list',
  { row: fn('a function from a codec to a codec'), leaves: fn('a function from a row to its resources') },
  {},
)

/** The codec of a user's own codecs, each in the place of a resource's. */
export const ownCodecs = options('codecs', {}, codecs)

/** The codec of a {@link ServiceProfile}. */
export const profileCodec = options(
  'a service profile, such as described',
  {
    name: nonEmpty,
    versionHeader: headerName,
    paths: options(
      'paths',
      mapWithIndex<keyof ProfilePaths, PathTemplate, t.Type<PathTemplate>>(template)(described.paths),
      {},
    ),
    undatedStage: oneOf('beta 2', 'beta 3'),
    since: options('since', { parameter: nonEmpty, format: codec }, {}),
    passwordFields: options('password fields', { current: nonEmpty, next: nonEmpty }, {}),
    terminalStatuses: t.readonlyArray(nonEmpty),
    limits,
    codecs: options('codecs', codecs, {}),
  },
  {
    serviceVersion: plainDate,
    baseUrl: nonEmpty,
    credentials: oneOf('headers', 'query'),
    publicSecret: t.boolean,
    parameters: oneOf('body', 'query'),
    methods: options('methods', {}, map(() => method)(described.paths)),
    itemStates: options('item states', { statuses: actions, refreshes: actions }, {}),
    nested: options('nested lists', {}, { banks: nesting, categories: nesting }),
  },
)
