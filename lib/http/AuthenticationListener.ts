/** Called with the outcome of each authentication, which is identified by the number of its request. */
export interface AuthenticationListener {
  /** A token was issued, which is in use as long as `isLive` returns `true`. */
  readonly onToken: (number: number, isLive: () => boolean) => void
  /** The authentication has ended, with a token or without one. */
  readonly onEnd: (number: number) => void
}
