import { isLeft } from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { decode } from '../../base/codec/decode.js'
import { type Issue, maxIssues } from '../../base/codec/issues.js'
import { DecodeError } from '../../base/error/DecodeError.js'
import type { Emit } from '../../base/event/eventHub.js'
import type { HttpRequest } from '../../http/HttpRequest.js'

/** Describes a row that the codec has refused, without the row itself. */
export interface RejectedRow {
  /** The index of the row on its page, from 0. */
  readonly index: number
  /** The paths in the row that are wrong, and what was expected there. */
  readonly issues: ReadonlyArray<Issue>
}

/**
 * Decodes rows one by one, so that one wrong row does not fail the others. Rows for which `isWanted` returns `false`
 * are omitted; `decoded` is `undefined` if the codec refuses the row.
 */
export const decodeRows = <A>(
  codec: t.Decoder<unknown, A>,
  rows: ReadonlyArray<unknown>,
  isWanted: (row: unknown, decoded: A | undefined) => boolean,
): { readonly resources: ReadonlyArray<A>; readonly rejected: ReadonlyArray<RejectedRow> } => {
  const resources: Array<A> = []
  const rejected: Array<RejectedRow> = []
  rows.forEach((row, index) => {
    const result = decode(codec, row)
    if (!isWanted(row, isLeft(result) ? undefined : result.right)) return
    // #sabotage: error-data
    if (isLeft(result)) rejected.push({ index, issues: result.left })
    else resources.push(result.right)
  })
  return { resources, rejected }
}

/** The issues of a row, with paths from the page. */
const issuesOnPage = (row: RejectedRow): ReadonlyArray<Issue> =>
  row.issues.map(({ path, expected }) => ({ path: `/resources/${String(row.index)}${path}`, expected }))

/** Emits an event for each row that the codec refused. */
export const emitRejected = (emit: Emit, request: Parameters<Emit>[0], rejected: ReadonlyArray<RejectedRow>): void => {
  for (const row of rejected) emit(request, () => ({ _tag: 'RowRejected', issues: issuesOnPage(row) }))
}

/** The error of a page with rows that the codec refused. */
export const rowsError = (request: HttpRequest, rejected: ReadonlyArray<RejectedRow>): DecodeError =>
  new DecodeError({
    ...request,
    reason: 'shape',
    issues: rejected.slice(0, maxIssues).flatMap(issuesOnPage).slice(0, maxIssues),
  })
