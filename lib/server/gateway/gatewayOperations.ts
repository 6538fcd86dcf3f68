import * as t from 'io-ts'
import { exactUrl } from '../../base/codec/exactUrl.js'
import { guardCodec } from '../../base/codec/guardCodec.js'
import { id } from '../../base/codec/id.js'
import { noContent } from '../../base/codec/noContent.js'
import { nonEmpty } from '../../base/codec/nonEmpty.js'
import { baseUrl } from '../../http/baseUrl.js'
import { getBankForm } from '../../service/api/bankForm.js'
import { getCategory, type Language, listCategories } from '../../service/api/categoryRequests.js'
import { listRequest, singleRequest } from '../../service/api/operationRequests.js'
import type { RequestLine } from '../../service/api/Request.js'
import type { Operation } from '../../service/profile/Operation.js'
import { type OperationKey, operationTable } from '../../service/profile/operations.js'
import type { Service } from '../../service/profile/Service.js'
import type { PathTemplate } from '../../service/profile/ServiceProfile.js'
import { offers, type ServiceVersion, supports } from '../../service/profile/ServiceVersion.js'
import type { QueryCodecs } from './readQuery.js'
import { Refusal } from './toRefusal.js'

/** The path of an operation without its query, which may contain the id of the owner of a list. */
export const templatePath = (template: PathTemplate): string => (template ?? '').split('?', 1)[0] ?? ''

/** The decoded parameters of a browser's request. */
export interface RequestParameters {
  /** The id in the path; 0 if the path has none. */
  readonly id: number
  readonly query: ReadonlyMap<string, unknown>
  readonly language: Language | undefined
}

/** An operation that a gateway offers to browsers. */
export interface GatewayOperation {
  readonly key: OperationKey
  /** The method of the browser's request. The method of the request to the service may be another one. */
  readonly method: 'GET' | 'POST'
  readonly response: Operation['response']
  readonly parameters: QueryCodecs
  readonly request: (requestParameters: RequestParameters) => RequestLine
}

/** Rows are forwarded without decoding: the browser's client decodes them. */
const undecoded = t.unknown

const limit = guardCodec(
  'a whole number, 1 to 500',
  (u): u is string => typeof u === 'string' && /^[1-9]\d{0,2}$/.test(u) && Number(u) <= 500,
)

/**
 * The codec of the URL of a web page. It normalizes the URL as browsers do, because URL parsers may disagree about the
 * host.
 */
const webPage = new t.Type<string, string>(
  'an https URL (http only to this machine)',
  t.string.is,
  (u, context) => {
    const url = exactUrl(u)
    return url !== undefined && baseUrl(url.origin, []) !== undefined ? t.success(url.href) : t.failure(u, context)
  },
  t.identity,
)

/** The id of the item whose form is requested. It is required: the form without an item adds a new item. */
const itemOf = ({ query }: RequestParameters): number => {
  const item = query.get('item_id')
  if (item === undefined) throw new Refusal(400, 'bad_query', 'The parameter item_id is missing.')
  return item as number
}

const languageOf = (version: ServiceVersion, { language }: RequestParameters): Language | undefined =>
  supports(version, 'language') ? language : undefined

type Row = (typeof operationTable)[OperationKey]

/**
 * Whether browsers may use an operation: it reads, opens a bank form or starts a refresh, and needs no application
 * secret.
 */
const isForBrowsers = ({ access, effect }: Operation): boolean =>
  access !== 'application' && (effect === undefined || effect === 'refresh' || effect === 'form')

/** Which operations a gateway offers, out of all {@link browserOperations}. */
export interface OfferedOperations {
  /** Default: all. */
  readonly operations?: ReadonlyArray<OperationKey> | undefined
  readonly excludedOperations?: ReadonlyArray<OperationKey>
}

/** The keys of all operations that a gateway can offer to browsers. */
export const browserOperations: ReadonlySet<unknown> = new Set(
  Object.values(operationTable).flatMap((row) => (isForBrowsers(row) ? [row.key] : [])),
)

/** All operations that a gateway offers to browsers. All of them only read, except the ones that start a refresh. */
export const gatewayOperations = (
  service: Service,
  environment: 'production' | 'sandbox',
  { operations, excludedOperations = [] }: OfferedOperations = {},
): ReadonlyArray<GatewayOperation> => {
  const { profile, version } = service
  const { since } = profile
  const takesRedirect = environment === 'sandbox' && supports(version, 'redirectUrl')
  const redirect: QueryCodecs = takesRedirect ? { redirect_url: webPage } : {}
  const redirectOf = ({ query }: RequestParameters) =>
    query.has('redirect_url') ? { redirectUrl: query.get('redirect_url') as string } : {}

  /** The operations whose parameters and requests do not follow from the table of operations. */
  const exceptions: Readonly<Partial<Record<OperationKey, Pick<GatewayOperation, 'parameters' | 'request'>>>> = {
    categories: {
      parameters: {},
      request: (requestParameters) => listCategories(service, undecoded, languageOf(version, requestParameters)),
    },
    category: {
      parameters: {},
      request: (requestParameters) =>
        getCategory(service, undecoded, requestParameters.id, languageOf(version, requestParameters)),
    },
    bankFormAdd: {
      parameters: redirect,
      request: (requestParameters) => getBankForm(service, redirectOf(requestParameters)),
    },
    bankFormEdit: {
      parameters: { ...redirect, item_id: id },
      request: (requestParameters) =>
        getBankForm(service, { ...redirectOf(requestParameters), itemId: itemOf(requestParameters) }),
    },
  }

  const isAt = (row: Row, path: string): boolean => templatePath(profile.paths[row.key]) === path

  /** Whether a list has all rows at its path: it needs no parameter. */
  const isPlainAt = (row: Row, path: string): boolean => profile.paths[row.key] === path && !('updatesOf' in row)

  /** Whether an operation is excluded, or would give access to the rows of a list that is excluded. */
  const isExcluded = (row: Row): boolean => {
    const path = templatePath(profile.paths[row.key])
    return excludedOperations.some((key) => key === row.key || isPlainAt(operationTable[key], path))
  }

  const rows = Object.values(operationTable).filter(
    (row) =>
      isForBrowsers(row) &&
      profile.paths[row.key] !== null &&
      offers(version, row) &&
      operations?.includes(row.key) !== false &&
      !isExcluded(row),
  )

  /**
   * The parameters of a list: its filters, the start time of a list of updates, and the id of the resource that the
   * list belongs to.
   */
  const parametersOf = (row: Row): QueryCodecs => {
    const filters = Object.values(profile.filters?.[row.key] ?? {})
    const [, ownerParameter] = (profile.paths[row.key] ?? '').split('?')
    return {
      ...Object.fromEntries(filters.map(({ parameter, format }) => [parameter, format])),
      ...('updatesOf' in row ? { [since.parameter]: since.format } : {}),
      ...(ownerParameter === undefined ? {} : { [ownerParameter.replace('=:id', '')]: id }),
    }
  }

  const derivedOperation = (row: Row): Pick<GatewayOperation, 'parameters' | 'request'> => {
    if (row.response !== 'list')
      return {
        parameters: {},
        request: (requestParameters) =>
          row.response === 'nothing'
            ? singleRequest(service, row, noContent, requestParameters.id)
            : singleRequest(service, row, undecoded, requestParameters.id),
      }
    const listsAtPath = rows.filter((other) => isAt(other, templatePath(profile.paths[row.key])))
    const parameters = listsAtPath.map(parametersOf).reduce((merged, own) => ({ ...merged, ...own }), {})
    return {
      parameters,
      request: ({ id: ownerId, query }) => ({
        ...listRequest(service, row, undecoded, ownerId),
        query: Object.fromEntries(
          Object.entries(parameters).flatMap(([name, format]) =>
            query.has(name) ? [[name, format.encode(query.get(name)) as string]] : [],
          ),
        ),
      }),
    }
  }

  const withPaging = ({ parameters, request }: Pick<GatewayOperation, 'parameters' | 'request'>) => ({
    parameters: { ...parameters, limit, handle: nonEmpty },
    request: (requestParameters: RequestParameters) => {
      const line = request(requestParameters)
      return { ...line, query: { ...line.query, limit: requestParameters.query.get('limit') as string | undefined } }
    },
  })

  /**
   * Whether an operation represents all lists at its path. The gateway offers these lists as one operation, which takes
   * the parameters of all of them.
   */
  const representsPath = (row: Row): boolean => {
    const path = templatePath(profile.paths[row.key])
    const sharing = rows.filter((other) => other.response === 'list' && isAt(other, path))
    const plain = sharing.find((other) => isPlainAt(other, path))
    return row.response !== 'list' || row === (plain ?? sharing[0])
  }

  return rows.filter(representsPath).map((row) => {
    const operation = exceptions[row.key] ?? derivedOperation(row)
    const { key, response } = row
    const method = response === 'nothing' ? 'POST' : 'GET'
    return { key, method, response, ...(response === 'list' ? withPaging(operation) : operation) }
  })
}
