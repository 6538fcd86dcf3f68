import type { ConsentSession } from '../../service/model/ConsentSession.js'
import type { AsyncResult } from '../../streams/polling/AsyncResult.js'

/** The user and the item of a consent. */
interface ItemOfUser {
  readonly user: string
  readonly itemId: number
}

/** The user and the item of a consent, and when it ends. */
interface ConsentOfItem extends ItemOfUser {
  readonly endsAt: Date
}

/**
 * A change of the consent for an item of a mirror, as `watchConsents` of `rxbank` emits it for one user.
 *
 * - `ending`: it has a notice due; `noticeDays`: the days before its end. `ended`: it has ended. In both cases the user
 *   has to consent again: pass `session` to `connectSession` of `rxbank/bridge`.
 * - `renewed`: another consent, which has no notice due, replaces one that was reported.
 * - `unreadable`: the end of the consent is not a time, such as a number, and no earlier end is known. No notice of
 *   this consent can be reported: tell your developers, not the user. Reported once for an item.
 */
export type MirrorConsent =
  | (ConsentOfItem & { readonly _tag: 'renewed' })
  | (ConsentOfItem & { readonly _tag: 'ending'; readonly noticeDays: number; readonly session: ConsentSession })
  | (ConsentOfItem & { readonly _tag: 'ended'; readonly session: ConsentSession })
  | (ItemOfUser & { readonly _tag: 'unreadable' })

/** The options of reporting the consents of all users. */
export interface ReportConsentsConfig {
  /**
   * The days before its end on which a consent is reported as `ending`: integers, 1 to 3650, in any order; default
   * `[7]`. If several notices have passed since the last report, only the notice nearest to the end is reported.
   */
  readonly noticeDays?: ReadonlyArray<number>
  /**
   * Informs the user of a change. The change counts as reported once the Observable or Promise that it returns
   * completes. If it does not complete within five minutes, it is unsubscribed from and counts as failed. A change is
   * due again after a failure, or if the process dies. So it is called at least once for each change, by one process at
   * a time.
   */
  readonly process?: (consent: MirrorConsent) => AsyncResult
}
