import type { HttpRequest } from '../../lib/http/HttpRequest.js'
import type { HttpResponse } from '../../lib/http/HttpResponse.js'
import { page } from './responses.js'

/** A bank, and where it stands in a nested list. */
export interface PlacedBank {
  readonly id: number
  readonly name: string
  readonly parent: string
  readonly country: string
}

/** The banks of a country as a page of a nested list has them. */
export interface CountryRow {
  readonly country_code: string
  readonly parent_banks: ReadonlyArray<{
    readonly name: string
    readonly logo_url: string
    readonly banks: ReadonlyArray<{ readonly id: number; readonly name: string }>
  }>
}

const grouped = <A>(rows: ReadonlyArray<A>, key: (row: A) => string): ReadonlyArray<readonly [string, Array<A>]> => {
  const groups = new Map<string, Array<A>>()
  for (const row of rows) groups.set(key(row), [...(groups.get(key(row)) ?? []), row])
  return Array.from(groups)
}

/** The rows of a page that holds these banks: country, group, bank, as the deployment of 2018 has it. */
export const countryRows = (banks: ReadonlyArray<PlacedBank>): ReadonlyArray<CountryRow> =>
  grouped(banks, ({ country }) => country).map(([country_code, inCountry]) => ({
    country_code,
    parent_banks: grouped(inCountry, ({ parent }) => parent).map(([parent, inGroup]) => ({
      name: parent,
      logo_url: `https://web.example/${encodeURIComponent(parent)}.png`,
      banks: inGroup.map(({ id, name }) => ({
        id,
        resource_uri: `/v2/banks/${String(id)}`,
        resource_type: 'bank',
        name,
        country_code,
        automatic_refresh: true,
        primary_color: null,
        secondary_color: null,
        form: [{ label: 'PIN', type: 'PWD', isNum: '0', maxLength: null }],
      })),
    })),
  }))

/** A bank of a country and a group. */
export const placed = (id: number, country = 'FR', parent = 'Demo'): PlacedBank => ({
  id,
  name: `Bank ${String(id)}`,
  parent,
  country,
})

/** A service that gives so many banks a page, by `limit`, and groups them page by page. */
export const nestedServer =
  (banks: ReadonlyArray<PlacedBank>) =>
  ({ url }: HttpRequest): HttpResponse => {
    const { searchParams } = new URL(url)
    const limit = Number(searchParams.get('limit') ?? 50)
    const from = Number(searchParams.get('after') ?? 0)
    const link = (to: number) => `/v2/banks?after=${String(to)}&limit=${String(limit)}`
    return page(
      countryRows(banks.slice(from, from + limit)),
      from + limit < banks.length ? link(from + limit) : null,
      from === 0 ? null : link(Math.max(from - limit, 0)),
    )
  }
