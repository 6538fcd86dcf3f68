/**
 * One HTTP answer.
 *
 * - `status`: 0 for a redirect in a browser, which hides it.
 * - `headers`: by lower-case name; `content-length` and `transfer-encoding`, where they are there, tell that a body which
 *   ended too soon would have been an error.
 * - `body`: the text, decompressed.
 */
export interface HttpResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}
