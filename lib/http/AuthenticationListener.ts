/** Is notified of the outcome of each authentication; the request number identifies the authentication. */
export interface AuthenticationListener {
  /** Called when a token was issued. The token is in use as long as `isLive` returns `true`. */
  readonly onToken: (number: number, isLive: () => boolean) => void
  /** Called when the authentication has ended, with or without a token. */
  readonly onEnd: (number: number) => void
}
