/** What the guides use of `@nestjs/common`: decorators that do nothing, and its error. */
const decorator = (): ((...decorated: ReadonlyArray<unknown>) => void) => () => undefined

export const Controller = (_path: string) => decorator()
export const HttpCode = (_status: number) => decorator()
export const Post = () => decorator()
export const Req = () => decorator()

export type RawBodyRequest<R> = R & { readonly rawBody?: Buffer }

export class HttpException extends Error {
  readonly status: number

  constructor(response: string, status: number) {
    super(response)
    this.status = status
  }
}
