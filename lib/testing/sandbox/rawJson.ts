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
