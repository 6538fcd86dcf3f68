/** An input that a tool rejects. The message says what is wrong, and goes to the agent. */
export class ToolInputError extends Error {
  static {
    this.prototype.name = 'ToolInputError'
  }
}

/** The maximum number of rows of a response. */
const maxRows = 100

export const dayField = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'a day, YYYY-MM-DD' }

export const accountField = { type: 'string', maxLength: 100, description: 'the id of an account' }

/** The fields by which a list is read part by part. */
export const pageFields = {
  limit: { type: 'integer', minimum: 1, maximum: maxRows, default: 50 },
  offset: { type: 'integer', minimum: 0, maximum: 1_000_000, default: 0 },
}

/** What the description of a tool says about paging. */
export const pagingNote = 'Pass next_offset as offset to read more.'

/** The JSON schema of the input of a tool. */
export const inputSchema = (
  properties: Readonly<Record<string, unknown>>,
  required: ReadonlyArray<string> = [],
): Readonly<Record<string, unknown>> => ({ type: 'object', properties, required, additionalProperties: false })

/** Which part of a list to return. */
export interface PageInput {
  readonly limit?: number
  readonly offset?: number
}

/** A part of a list, and the offset of the next one; `null` after the last. */
export const slicePage = <A>(
  list: ReadonlyArray<A>,
  { limit = 50, offset = 0 }: PageInput,
): { readonly rows: ReadonlyArray<A>; readonly next_offset: number | null } => ({
  rows: list.slice(offset, offset + limit),
  next_offset: list.length > offset + limit ? offset + limit : null,
})
