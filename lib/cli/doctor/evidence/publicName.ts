import { profiles } from '../../profiles.js'
import { doctorOperations } from '../doctorOperations.js'
import { shapeFields, shapeOf } from '../shapeOf.js'

const words = `
  access account accepted accounting accounts action active activity add added address after age aggregation alias all
  allow allowed alive alt alternative amount amz amzn api app application archived as asset at attempts authenticate
  authentication authorization available average balance bank banks base batch beneficiary bic body booked booking
  brand by cache callback cancelled capabilities card categories category channel charset check checked city class
  clean client closed cloudfront code codes collection color company completed confirmed connection connections consent
  contact content context control cookie cookies correlation cost count counterparty countries country created creation
  creditor credentials currencies currency current cursor customer daily data date dates day days debit debitor debtor
  default deferred deleted deprecation description detail details digest direction disabled discovery display
  documentation domain due duration edge effective email embedded enabled encoding end ended entries envoy environment
  environments error errors estimated etag event events exchange execution expected expiration expired expires expiry
  expose external fail failed family feature features fee fees field fields file fill filled final first flag flags
  foreign form format forwarded frame frequency from full future generated global gmt group groups has hash header
  headers health healthy hidden history holder holders hour html http https iban icon id identifier identity ids image
  images in inactive index info information initial insight insights instant interest internal investment is isin issued
  issuer item items json keep key keys keyword keywords kind label language last latest legal length level limit limits
  line link linked links list loan local locale location locked logo logos long manual manually market mask masked match
  max maximum mcc median merchant message meta metadata method methods mfa min minimum mode model modified month monthly
  name names national nature nel new next no nonce note notes number numbers offset old open operation operations option
  optional options order origin original other owner owners page pages paging pagination parent partial path paused
  payee payer payment payments pending percent percentage period permission permissions phone place policy pop portfolio
  position position posted powered pragma previous price primary priority private pro product professional progress
  projected property protection provider providers public purchase purpose quantity query range ranges rate ratelimit
  raw ray ready reason recent record recurrence recurring reference references referrer refresh refreshed region rejected
  related release remaining removed renewal repayment report reporting request required reset resource resources response
  result results retry revoked role root runtime sca scheme scope score score secondary sector security segment segments
  sepa sequence server service session set settlement share shared short show side sign signature single size skipped sort
  source specific standard start started state statement status statuses step stock stocks strict sub subcategory subject
  success successful sum summary sunset support supported svc swift sync synced system tag tags target tax technical
  temporary terms text time timestamp timezone timing title to token tokens total trace transaction transactions transfer
  transferred transport trend try type types unique unit units unknown until update updated updates upstream uri url urls
  usage user users utc uuid valid validation value values variation vary verified version via view visibility volume
  warning warnings webhook weight with workflow www xss yearly zone
  already bad conflict denied disallowed duplicate empty exceeded exist exists forbidden found incorrect invalid malformed
  many mismatch missing not query quota refused restricted throttled too unauthorized unavailable unexpected unprocessable
  unsupported validated whitelisted wrong entity
  birth borrowed business calculated capital carbon cash ceiling changed chosen cleared connect contract contracts coverage
  credit deposit deposits eligible enriched enrichment expense expenses financing fixed flow flows footprint gain gains
  guaranteed income installment installments insurance insured invested iso loans loss manual maturity merchant opening
  overdraft postal profile profit provisional purchases rating realized received recommended redirect repaid retail revenue
  risk salary sandbox saving savings sent spending street subscription subscriptions surname synchronization tier trusted
  unpaid unrealized variable web years zip`

/** The words that the names of unknown fields, headers and parameters may consist of. */
export const nameWords: ReadonlySet<string> = new Set([
  ...words.trim().split(/\s+/),
  // Single letters of header names, such as `X-Request-Id`, and names of hosting services.
  'x',
  'cf',
])

/** The field names of the reference that belong to no resource. */
const envelopeNames = [
  ...['resources', 'pagination', 'next_uri', 'previous_uri', 'before', 'generated_at'],
  ...['errors', 'code', 'message', 'property', 'type', 'documentation_url'],
]

/** The envelope names, and the field names of all resources in all profiles. */
const knownNames: ReadonlySet<string> = new Set([
  ...envelopeNames,
  ...profiles.flatMap((profile) => doctorOperations.flatMap(({ codec }) => shapeFields(shapeOf(codec(profile))))),
])

const knownWords: ReadonlySet<string> = new Set([
  ...nameWords,
  ...Array.from(knownNames).flatMap((name) => name.split('_')),
])

/** Words of the list that are also first names: if the whole name is one of them, it may name a person. */
const firstNames: ReadonlySet<string> = new Set(['max', 'ray'])

const maxParts = 8

const partsOf = (name: string): ReadonlyArray<string> =>
  name
    .replace(/([a-z])(?=[A-Z])/g, '$1_')
    .toLowerCase()
    .split(/[_-]/)

/** Whether a name consists of words of the list. */
const hasKnownWords = (name: string): boolean => {
  const parts = partsOf(name)
  if (!/^[A-Za-z_-]{1,60}$/.test(name) || (parts.length === 1 && firstNames.has(name.toLowerCase()))) return false
  return parts.length <= maxParts && parts.every((part) => knownWords.has(part))
}

/**
 * The name of a field or a parameter as reports show it: unchanged if a profile has it. Any other name is `*`, because
 * keys can be data: ids, names of people, account numbers, or what somebody spends money on.
 */
export const publicName = (name: string): string => (knownNames.has(name) ? name : '*')

/**
 * The name of a header or a parameter as reports show it: `*` unless all its words are in a fixed list. Servers choose
 * these names; they are not data.
 */
export const publicHeader = (name: string): string => (hasKnownWords(name) ? name : '*')

/** A path in a response, as a JSON pointer or with dots, with {@link publicName} for each of its names. */
export const publicPath = (path: string): string =>
  path.replace(/[^/.[\]]+/g, (name) => (/^\d{1,6}$/.test(name) ? name : publicName(name)))

/** Returns the code of an error if all words of its parts are in the fixed list, otherwise `undefined`. */
export const publicCode = (code: string): string | undefined =>
  code.split(/[.:]/).every((part) => hasKnownWords(part)) ? code : undefined

const maxDepth = 12
const maxElements = 500
/** The maximum number of paths that are listed. */
const maxPaths = 12

/** The paths at which a value contains `null`, each once; elements of lists are `[]`. */
export const nullPaths = (value: unknown): ReadonlyArray<string> => {
  const found = new Set<string>()
  const visit = (node: unknown, path: string, depth: number): void => {
    if (found.size >= maxPaths || depth > maxDepth) return
    if (node === null) found.add(path)
    else if (Array.isArray(node))
      for (const element of node.slice(0, maxElements) as ReadonlyArray<unknown>) visit(element, `${path}[]`, depth + 1)
    else if (typeof node === 'object')
      for (const [key, field] of Object.entries(node))
        visit(field, path === '' ? publicName(key) : `${path}.${publicName(key)}`, depth + 1)
  }
  visit(value, '', 0)
  return Array.from(found)
}
