/**
 * One HTTP answer.
 *
 * - `status`: the HTTP status; 0 for a redirect in a browser, which hides the status.
 * - `headers`: the headers by their lower-case names. A transport that passes on `content-length` or
 *   `transfer-encoding` must fail for a body that ends too soon.
 * - `body`: the text, decompressed.
 */
export interface HttpResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}
