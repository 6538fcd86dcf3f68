/** Who is told what came of authentications, each by the number of its request. */
export interface IssueListener {
  /** It has brought a token, which is in use for as long as `lives` says so. */
  readonly issued: (number: number, lives: () => boolean) => void
  /** It has ended, with a token or without. */
  readonly ended: (number: number) => void
}
