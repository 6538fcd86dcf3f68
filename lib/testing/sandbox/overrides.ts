import { isLeft } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { object } from '../../base/codec/object.js'
import { parseJson } from '../../base/codec/parseJson.js'
import type { RouteName } from './routes.js'
import type { SandboxResponse } from './SandboxResponse.js'

/** A text that is sent unchanged instead of a JSON value. */
export class RawJson {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/**
 * A JSON value for `sandbox.overrideRow` that is sent exactly as written, such as `1e400` or `12.30`, which JavaScript
 * cannot represent. Throws a `SyntaxError` for a text that is not JSON.
 *
 * @example
 * import { createClient } from 'rxbank'
 * import { bridge2025 } from 'rxbank/bridge'
 * import { createSandbox, rawJson } from 'rxbank/sandbox'
 *
 * const { credentials, http, insertTransactions, overrideRow, users } = createSandbox({ profile: bridge2025 })
 * const [{ uuid } = assert.fail('there are three')] = users
 * const [id = 0] = insertTransactions(uuid, 1)
 * overrideRow('transaction', id, { amount: rawJson('-5.0000000000000001e1') })
 * const client = createClient({ profile: bridge2025, ...credentials, http })
 * const amounts: Array<unknown> = []
 * client.user({ userUuid: uuid }).transactions.all().subscribe(({ amount }) => amounts.push(amount))
 * assert.deepStrictEqual(amounts[0], -50)
 */
export const rawJson = (text: string): RawJson => {
  JSON.parse(text)
  return new RawJson(text)
}

/** Like `JSON.stringify`, but writes the texts of {@link RawJson} unchanged. */
export const stringify = (value: object): string => {
  const texts: Array<string> = []
  const mark = '\uE000raw:'
  const json = JSON.stringify(value, (_, field: unknown) =>
    field instanceof RawJson ? `${mark}${String(texts.push(field.text) - 1)}` : field,
  )
  return texts.length === 0
    ? json
    : json.replace(new RegExp(`"${mark}(\\d+)"`, 'g'), (_, index: string) => texts[Number(index)] ?? 'null')
}

/** A resource whose rows a test can override. */
export type OverridableResource = 'account' | 'item' | 'stock' | 'transaction'

/** The fields of a row that a test has replaced. */
interface Override {
  readonly fields: Readonly<Record<string, unknown>>
  /** The fields of the original row that remain, in addition to `fields`; default: all. */
  readonly onlyFields?: ReadonlyArray<string>
}

/** Replaces fields of rows in responses, after the dialect has formatted the rows. */
export interface Overrides {
  /** Replaces fields of a row, in addition to earlier overrides. `undefined` leaves a field out. */
  readonly add: (resource: OverridableResource, id: number, override: Override) => void
  /** The response of a route with the replaced fields. */
  readonly applyTo: (route: RouteName, answer: SandboxResponse) => SandboxResponse
}

const resources: Readonly<Partial<Record<RouteName, OverridableResource>>> = {
  account: 'account',
  accounts: 'account',
  accountTransactions: 'transaction',
  accountTransactionsUpdated: 'transaction',
  item: 'item',
  items: 'item',
  stock: 'stock',
  stocks: 'stock',
  stocksUpdated: 'stock',
  transaction: 'transaction',
  transactions: 'transaction',
  transactionsUpdated: 'transaction',
  userItems: 'item',
}

/** Creates a store of overrides. */
export const createOverrides = (): Overrides => {
  const all = new Map<string, Override>()
  const keyOf = (resource: OverridableResource, id: unknown): string => `${resource} ${String(id)}`

  const applyOverride = (resource: OverridableResource, row: unknown): unknown => {
    if (!object.is(row)) return row
    const override = all.get(keyOf(resource, row.id))
    if (override === undefined) return row
    const { fields, onlyFields } = override
    const visibleFields =
      onlyFields === undefined
        ? row
        : Object.fromEntries(onlyFields.flatMap((name) => (name in row ? [[name, row[name]]] : [])))
    return { ...visibleFields, ...fields }
  }

  return {
    add: (resource, id, { fields, onlyFields }) => {
      const key = keyOf(resource, id)
      const before = all.get(key)
      const visibleNames = onlyFields ?? before?.onlyFields
      all.set(key, { fields: { ...before?.fields, ...fields }, ...(visibleNames && { onlyFields: visibleNames }) })
    },
    applyTo: (route, answer) => {
      const resource = resources[route]
      if (all.size === 0 || resource === undefined || answer.status !== 200) return answer
      const parsed = parseJson(answer.body)
      if (isLeft(parsed) || !object.is(parsed.right)) return answer
      const body = parsed.right
      const edited = t.UnknownArray.is(body.resources)
        ? { ...body, resources: body.resources.map((row) => applyOverride(resource, row)) }
        : applyOverride(resource, body)
      return { ...answer, body: stringify(edited as object) }
    },
  }
}
