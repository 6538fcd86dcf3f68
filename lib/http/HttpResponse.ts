/**
 * One HTTP answer.
 *
 * - `status`: 0 for a redirect in a browser, which hides it.
 * - `headers`: by lower-case name. A transport that keeps `content-length` or `transfer-encoding` must itself fail for
 *   a body that ends too soon.
 * - `body`: the text, decompressed.
 */
export interface HttpResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}
