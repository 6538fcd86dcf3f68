/**
 * A failure of the main process that is not an error of this library, such as one that a function of the app threw
 * there.
 *
 * - `remoteName`: the `name` of the error there.
 * - `message`: its message, cut at 200 characters. Nothing else of it crosses.
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
