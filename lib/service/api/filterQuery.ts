import { map } from 'fp-ts/lib/Record.js'
import { copyCodec } from '../../base/codec/copyCodec.js'
import { guardCodec } from '../../base/codec/guardCodec.js'
import { options } from '../../base/codec/options.js'
import { decodeOptions } from '../../base/error/decodeOptions.js'
import type { OperationKey } from '../profile/operations.js'
import type { Service } from '../profile/Service.js'
import type { ListFilter } from '../profile/ServiceProfile.js'
import type { ListRequest } from './Request.js'

const optionCodecs = map(({ format }: ListFilter) => guardCodec(format.name, format.is))

/**
 * Encodes filter options as query parameters, according to the filters of a list; returns the parameters and the other
 * options.
 */
export const filterQuery = <C extends object>(
  { profile }: Service,
  key: OperationKey,
  config: C,
): readonly [query: Readonly<Record<string, string>>, otherOptions: C] => {
  const filters = profile.filters?.[key]
  if (filters === undefined) return [{}, config]
  const entries = Object.entries(decodeOptions(copyCodec, config))
  const pick = (isFilter: boolean) =>
    Object.fromEntries(entries.filter(([name]) => Object.hasOwn(filters, name) === isFilter))
  const values: Readonly<Record<string, unknown>> = decodeOptions(
    options('options', {}, optionCodecs(filters)),
    pick(true),
  )
  const parameters = Object.entries(filters).flatMap(([name, { parameter, format }]) =>
    Object.hasOwn(values, name) ? [[parameter, format.encode(values[name]) as string] as const] : [],
  )
  return [Object.fromEntries(parameters), pick(false) as unknown as C]
}

/** The request for a list with more parameters. */
export const withQuery = <A>(request: ListRequest<A>, query: Readonly<Record<string, string>>): ListRequest<A> => ({
  ...request,
  query: { ...request.query, ...query },
})

/** Adds the options that are filters of the profile to the request for a list; returns it with the other options. */
export const withFilters = <A, C extends object>(
  service: Service,
  key: OperationKey,
  request: ListRequest<A>,
  config: C,
): readonly [request: ListRequest<A>, otherOptions: C] => {
  const [query, otherOptions] = filterQuery(service, key, config)
  return [withQuery(request, query), otherOptions]
}
