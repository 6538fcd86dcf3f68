/**
 * An error of the main process that is not an error of this library, such as one that a function of the app threw.
 *
 * - `remoteName`: the `name` of the error in the main process.
 * - `message`: its message, cut at 200 characters. Its other fields are not sent.
 */
export class RemoteError extends Error {
  override readonly name = 'RemoteError'

  constructor(
    readonly remoteName: string,
    message: string,
  ) {
    super(message)
  }
}
