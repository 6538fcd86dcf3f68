import { isLeft } from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { decode } from '../../base/codec/decode.js'
import { type Issue, maxIssues } from '../../base/codec/issues.js'
import { DecodeError } from '../../base/error/DecodeError.js'
import type { HttpRequest } from '../../http/HttpRequest.js'
import type { RejectedRow } from './RejectedRow.js'

/**
 * Decodes rows one by one, so that a row that the codec refuses does not fail the others. `isWanted` gets each row, and
 * what it was decoded to, which is `undefined` if the codec refuses it. Other rows than the wanted ones are left out.
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

/** The issues of a row, with paths that begin at the page. */
export const issuesOnPage = (row: RejectedRow): ReadonlyArray<Issue> =>
  row.issues.map(({ path, expected }) => ({ path: `/resources/${String(row.index)}${path}`, expected }))

/** The error of a page with rows that the codec refused. */
export const rowsError = (request: HttpRequest, rejected: ReadonlyArray<RejectedRow>): DecodeError =>
  new DecodeError({
    ...request,
    reason: 'shape',
    issues: rejected.slice(0, maxIssues).flatMap(issuesOnPage).slice(0, maxIssues),
  })
