import { categories as tree } from '../data/categoryNames.js'
import { page } from '../listPage.js'
import type { Call } from '../router.js'
import type { SandboxResponse } from '../SandboxResponse.js'
import { foundResponse } from '../singleResources.js'
import { rowsSource } from '../State.js'
import { filterSource, providerRow } from './rows2025.js'

type Provider = ReturnType<typeof providerRow>

/** Each filter as a test of a provider, for the values that are given. */
const filters = new Map<string, (row: Provider, values: ReadonlyArray<string>) => boolean>([
  ['country_code', ({ country_code }, values) => values.includes(country_code)],
  ['capabilities', ({ capabilities }, values) => values.every((value) => capabilities.includes(value))],
  [
    'aggregation_release_status',
    ({ aggregation_metadata: { release_status } }, values) => values.includes(release_status),
  ],
  ['payment_release_status', ({ payment_metadata }, values) => values.includes(payment_metadata?.release_status ?? '')],
  ['segment', ({ tags }, values) => values.some((value) => tags.segment.includes(value))],
  [
    'provider_environments',
    ({ payment_metadata }, values) =>
      values.some((value) => payment_metadata?.provider_environments.includes(value) === true),
  ],
])

/** The parameters that providers are filtered by. */
export const filterNames: ReadonlyArray<string> = Array.from(filters.keys())

/** The values of a parameter. Inferred: they are separated by commas, or the parameter is repeated. */
const valuesOf = ({ parameters }: Call, name: string): ReadonlyArray<string> =>
  parameters.getAll(name).flatMap((text) => text.split(',').filter((value) => value !== ''))

/** The providers that pass all filters of the request. */
export const providers = (call: Call): SandboxResponse => {
  const activeFilters = Array.from(filters).filter(([name]) => call.parameters.has(name))
  const { banks } = call.state
  const source =
    activeFilters.length === 0
      ? banks
      : filterSource(banks, (row) =>
          activeFilters.every(([name, passes]) => passes(providerRow(row), valuesOf(call, name))),
        )
  return page(call, source, (rows) => rows.map(providerRow))
}

/** One provider. */
export const provider = ({ state: { banks }, match }: Call): SandboxResponse => {
  const id = Number(match.id)
  const [key] = banks.after({ rank: 0, id: id + 0.5 }, 1)
  return foundResponse(key?.id === id ? providerRow(banks.row(key)) : undefined, 'provider')
}

/** The categories. Each parent contains its children. */
export const categories = (call: Call): SandboxResponse => page(call, rowsSource(tree(call.language)), (rows) => rows)

/** One category. Inferred: it names its parent, if it has one. */
export const category = ({ match, language }: Call): SandboxResponse => {
  const rows = tree(language).flatMap(({ categories: children, ...parent }) => [
    parent,
    ...children.map((row) => ({ ...row, parent_id: parent.id })),
  ])
  const found = rows.find(({ id }) => String(id) === match.id)
  return foundResponse(found, 'category')
}
