/** Learns the outcome of each authentication, which it knows by its request number. */
export interface AuthenticationListener {
  /** Called when a token was issued. The token is in use as long as `isLive` returns `true`. */
  readonly onToken: (number: number, isLive: () => boolean) => void
  /** Called when the authentication has ended, with or without a token. */
  readonly onEnd: (number: number) => void
}
