/** Returns an `Error` unchanged. Any other thrown value, such as an `HttpErrorResponse`, becomes the `cause` of a new one. */
export const toError = (error: unknown): Error => {
  if (error instanceof Error) return error
  const { message = error } = Object(error) as { readonly message?: unknown }
  return new Error(typeof message === 'string' ? message : 'the thrown value is not an Error', { cause: error })
}
