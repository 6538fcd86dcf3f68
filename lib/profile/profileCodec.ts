import { map } from 'fp-ts/lib/Record.js'
import * as t from 'io-ts'
import { check } from '../codec/check.js'
import { methods } from '../codec/methods.js'
import { nonEmpty } from '../codec/nonEmpty.js'
import { oneOf } from '../codec/oneOf.js'
import { options } from '../codec/options.js'
import { described } from './described.js'
import { limits } from './limits.js'
import type { PathTemplate } from './ServiceProfile.js'

const headerName = check('a header name', (u): u is string => typeof u === 'string' && /^[A-Za-z0-9-]+$/.test(u))

/** A path that stays as it is in a URL: no query, no fragment, no `..`. */
const isPlainPath = (u: string): boolean => u.startsWith('/v2/') && new URL(u, 'https://bank.example').pathname === u

const templateLike = (example: PathTemplate) => {
  const takesId = example?.includes(':id') === true
  return check(
    `a path that begins with '/v2/'${takesId ? " and has ':id' in it" : ''}, or null`,
    (u): u is PathTemplate => u === null || (typeof u === 'string' && isPlainPath(u) && u.includes(':id') === takesId),
  )
}

const codec = methods<t.Mixed>('an io-ts codec', 'decode', 'validate', 'encode')

const codecs = map(() => codec)(described.codecs)

/** The codec of a user's own codecs, each in the place of a resource's. */
export const ownCodecs = options('codecs', {}, codecs)

/** The codec of a {@link ServiceProfile}. */
export const profileCodec = options(
  'a service profile, such as described',
  {
    name: nonEmpty,
    versionHeader: headerName,
    paths: options('paths', map(templateLike)(described.paths), {}),
    undatedStage: oneOf('beta 2', 'beta 3'),
    since: options('since', { parameter: nonEmpty, format: codec }, {}),
    passwordFields: options('password fields', { current: nonEmpty, next: nonEmpty }, {}),
    terminalStatuses: t.readonlyArray(nonEmpty),
    limits,
    codecs: options('codecs', codecs, {}),
  },
  {},
)
