import { DatabaseSync } from '@photostructure/sqlite'
import type { Observable } from 'rxjs'
import type { UserClient, VirtualClock } from '../../../lib/index.js'
import { createMirror, type MirrorBatch, type MirrorSyncConfig } from '../../../lib/sqlite.js'
import { json, token } from '../../helpers/responses.js'
import { type Answer, scripted } from '../../helpers/scripted.js'

export const second = 1000
export const minute = 60 * second
export const hour = 60 * minute

/** What a service answers that is down for a while, in its own form. */
export const refusal = (status: number) => json({ type: 'refused', message: 'refused' }, status)

/** A client whose users get tokens by `issue`, and other answers by `answer`. */
export const tokenScene = (issue: Answer, answer: Answer = () => json({ resources: [], pagination: null })) => {
  let authentications = 0
  const scene = scripted((request, call) =>
    request.url.endsWith('/authenticate') ? issue(request, ++authentications) : answer(request, call),
  )
  const user = scene.client.user({ externalUserId: 'A6J' })
  return { ...scene, user, authentications: () => authentications, token }
}

/** What a stream told, as short words. */
export const noteOf = <A>(stream: Observable<A>, toWord: (value: A) => unknown = (value) => value) => {
  const seen: Array<unknown> = []
  const subscription = stream.subscribe({
    next: (value) => seen.push(toWord(value)),
    error: (error: unknown) => seen.push((error as { readonly _tag: string })._tag),
    complete: () => seen.push('complete'),
  })
  return { seen, leave: () => subscription.unsubscribe() }
}

/** A mirror in memory of one user. */
export const mirrorScene = (
  { user, clock }: { readonly user: UserClient; readonly clock: VirtualClock },
  options: Partial<MirrorSyncConfig> = {},
  database = new DatabaseSync(':memory:'),
) => {
  const mirror = createMirror({ database, clock })
  /** A round that has ended within a minute: its batches, or its error. */
  const round = (): ReadonlyArray<MirrorBatch> | { readonly error: unknown } => {
    const batches: Array<MirrorBatch> = []
    const ends: Array<{ readonly error: unknown } | 'complete'> = []
    mirror.sync(user, { id: 'A6J', ...options }).subscribe({
      next: (batch) => batches.push(batch),
      error: (error: unknown) => ends.push({ error }),
      complete: () => ends.push('complete'),
    })
    clock.advance(minute)
    const [end] = ends
    if (end === undefined) throw new Error('the round has not ended')
    return end === 'complete' ? batches : end
  }
  const rows = (sql: string) => database.prepare(sql).all() as ReadonlyArray<Record<string, unknown>>
  /** The sum of the booked transactions of all accounts, in cents, by the view that the guide names. */
  const booked = () => rows('SELECT minor_units FROM rxbank_booked_sums').map(({ minor_units }) => Number(minor_units))
  return { database, mirror, round, rows, booked }
}
