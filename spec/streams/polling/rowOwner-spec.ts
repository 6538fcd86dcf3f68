import { none, type Option, some, toUndefined } from 'fp-ts/lib/Option.js'
import {
  concatMap,
  defer,
  EMPTY,
  endWith,
  from,
  ignoreElements,
  lastValueFrom,
  type Observable,
  of,
  toArray,
} from 'rxjs'
import {
  classifyChanges,
  createVirtualClock,
  emptyPostedWindow,
  followPosted,
  liveRows,
  watchConsents,
} from '../../../lib/index.js'
import { memoryCheckpointStore } from '../../../lib/node.js'
import type { Bookmark } from '../../../lib/streams/polling/Bookmark.js'
import type { UpdatedBatch } from '../../../lib/streams/polling/ChangesConfig.js'
import { rowOwner } from '../../../lib/streams/polling/rowOwner.js'
import type { SyncBatch } from '../../../lib/streams/polling/syncChanges.js'
import { iso, played, playedBank, start, uuids } from '../../helpers/playedBank.js'
import { lastingToken } from '../../helpers/scripted.js'

const row = (id: number, minutes: number) => ({ id, updated_at: iso(minutes) })

const bank = () => {
  const service = playedBank()
  service.state.lists.transactions = [row(1, -20), row(2, -10)]
  return service
}

/** The ids of a batch, with what it says of its user. */
const shown = ({ resources, isUserReplaced }: UpdatedBatch<{ readonly id: number }>) => [
  resources.map(({ id }) => id),
  isUserReplaced === true,
]

describe('rowOwner', () => {
  it('is taken over by the first user that is known, and notices another one, whatever the case', () => {
    const owner = rowOwner()
    expect([owner.noteUser(undefined), owner.noteUser('a'), owner.noteUser('A'), owner.noteUser(undefined)]).toEqual([
      false,
      false,
      false,
      false,
    ])
    expect([owner.takeBatchFields('a'), owner.uuid()]).toEqual([{ userUuid: 'a' }, 'a'])
    expect(owner.noteUser('b')).toBe(true)
    expect([owner.takeBatchFields('b'), owner.takeBatchFields('b')]).toEqual([
      { userUuid: 'b', isUserReplaced: true },
      { userUuid: 'b' },
    ])
    expect(rowOwner('A').noteUser('a')).toBe(false)
  })
})

describe('a user who was deleted and made again', () => {
  const read = ({ user }: ReturnType<typeof bank>, from?: Bookmark) =>
    lastValueFrom(user.transactions.sync({ from }).pipe(toArray()))
  const bookmarkOf = (batches: ReadonlyArray<SyncBatch<unknown>>): Bookmark => {
    const last = batches.at(-1)?.bookmark as Option<Bookmark>
    return JSON.parse(JSON.stringify(last._tag === 'Some' ? last.value : null)) as Bookmark
  }

  it('is read anew by sync, with rows that are stamped before the bookmark', async () => {
    const service = bank()
    const bookmark = bookmarkOf(await read(service))
    expect(bookmark.userUuid).toBe(uuids[0])
    service.remake({ transactions: [row(1, -20), row(7, -9000)] })
    const batches = await read(service, bookmark)
    expect(batches.map(shown)).toEqual([[[1, 7], true]])
    expect(batches[0]?.userUuid).toBe(uuids[1])
    expect(bookmarkOf(batches).userUuid).toBe(uuids[1])
    expect(service.events.flatMap(({ _tag, operation }) => (_tag === 'UserReplaced' ? [operation] : []))).toEqual([
      'authenticate',
      'transactions.updated',
    ])
    expect((await read(service, bookmarkOf(batches))).map(shown)).toEqual([[[], false]])
  })

  it('takes over a bookmark that names no user, and costs no request', async () => {
    const service = bank()
    const old = { ...bookmarkOf(await read(service)), userUuid: undefined }
    service.remake({ transactions: [row(9, -1)] })
    const before = service.requests.length
    expect((await read(service, old)).map(shown)).toEqual([[[9], false]])
    // One request with the token that is refused, one for a token, one for the list.
    expect(service.requests.slice(before)).toHaveLength(3)
  })

  it('is read anew by a watcher that runs, which says so in the first batch', () => {
    const service = bank()
    const batches: Array<UpdatedBatch<{ readonly id: number }>> = []
    const watching = service.user.transactions.watchUpdated().subscribe((batch) => batches.push(batch))
    service.clock.advance(70_000)
    service.remake({ transactions: [row(1, -20), row(7, -9000)] })
    service.clock.advance(140_000)
    expect(batches.map(shown)).toEqual([
      [[1, 2], false],
      [[], false],
      [[1, 7], true],
      [[], false],
    ])
    expect(service.reported('UserReplaced')).toBe(2)
    watching.unsubscribe()
  })

  it('is read anew by a watcher that begins with a bookmark of the one before, and its bookmark is of the new one', () => {
    const service = bank()
    const store = memoryCheckpointStore()
    const run = (ms: number) => {
      const batches: Array<UpdatedBatch<{ readonly id: number }>> = []
      const watching = service.user.transactions
        .watchUpdated({ store, process: () => EMPTY })
        .subscribe((batch) => batches.push(batch))
      service.clock.advance(ms)
      watching.unsubscribe()
      return batches.map(shown)
    }
    const key = `https://bank.example/transactions.updated?external_user_id=${played}`
    const owners: Array<unknown> = []
    const owner = () => store.load(key).subscribe((stored) => owners.push(toUndefined(stored)?.userUuid))
    expect(run(1)).toEqual([[[1, 2], false]])
    owner()
    service.remake({ transactions: [row(7, -9000)] })
    expect(run(1)).toEqual([[[7], true]])
    owner()
    expect(run(1)).toEqual([[[], false]])
    expect(owners).toEqual([uuids[0], uuids[1]])
  })

  it('is told again if the program fails before the checkpoint of the new user is stored', () => {
    const service = bank()
    const store = memoryCheckpointStore()
    const run = (process: () => typeof EMPTY) => {
      const flags: Array<unknown> = []
      service.user.transactions
        .watchUpdated({
          store,
          process: (batch) => {
            flags.push(batch.isUserReplaced)
            return process()
          },
        })
        .subscribe({ error: () => undefined })
        .unsubscribe()
      return flags
    }
    run(() => EMPTY)
    service.remake({ transactions: [row(7, -9000)] })
    expect(
      run(() => {
        throw new Error('no room')
      }),
    ).toEqual([true])
    expect(run(() => EMPTY)).toEqual([true])
    expect(run(() => EMPTY)).toEqual([undefined])
  })

  it.each([
    ['with rows', [row(7, -9000)], [7]],
    ['without rows', [], []],
  ])('leaves no row of the one before in liveRows, %s', (_, transactions, ids) => {
    const service = bank()
    const seen: Array<ReadonlyArray<number>> = []
    const showing = liveRows(service.user.transactions).subscribe((rows) => seen.push([...rows.keys()]))
    service.clock.advance(1)
    service.remake({ transactions })
    service.clock.advance(140_000)
    expect(seen).toEqual([[1, 2], ids])
    showing.unsubscribe()
  })

  it('ends a round whose tokens are of several users, rather than to begin it again and again', async () => {
    const service = bank()
    const bookmark = bookmarkOf(await read(service))
    service.state.acceptsAll = true
    let turn = 0
    const token$ = defer(() =>
      of({ ...lastingToken(), user: { uuid: uuids[++turn % 2] ?? '', external_user_id: played } }),
    )
    const round$ = service.connect().user({ token$ }).transactions.sync({ from: bookmark })
    await expect(lastValueFrom(round$)).rejects.toMatchObject({ _tag: 'ConfigError', issues: [{ path: '/user' }] })
    expect(turn).toBe(3)
  })
})

describe('the first batch of another user', () => {
  const batch = { resources: [{ id: 1 }], rejected: [], checkpoint: none, isLast: true, isUserReplaced: true } as const

  it('has no row that is known, and is classified as such', async () => {
    const known = () => {
      throw new Error('asked')
    }
    const classified = await lastValueFrom(classifyChanges({ known })(batch))
    expect(classified).toMatchObject({ added: [{ id: 1 }], updated: [], isUserReplaced: true })
  })

  it('begins the window of posted transactions anew', () => {
    const follow = followPosted()
    const payment = { account_id: 7, currency_code: 'EUR', amount: -4.99, description: 'Spotify' }
    const nothing = { added: [], updated: [], removed: [], known: new Set<number>(), checkpoint: none }
    const gone = {
      ...nothing,
      removed: [{ ...payment, id: 1, date: '2023-04-20', is_deleted: true }],
      known: new Set([1]),
    }
    const came = {
      ...nothing,
      added: [{ ...payment, id: 2, date: '2023-04-22' }],
      checkpoint: some(new Date('2023-04-23')),
    }
    const links = (isUserReplaced: boolean) =>
      follow(follow(emptyPostedWindow, gone), { ...came, ...(isUserReplaced && { isUserReplaced }) }).links
    expect([links(false), links(true)]).toEqual([[{ pending: 1, posted: 2 }], []])
  })

  it('makes a watcher of consents forget the items of the user before', () => {
    const clock = createVirtualClock({ start })
    const item = (id: number) => ({ id, authentication_expires_at: new Date(start + 1000) })
    const batches = [
      { ...batch, resources: [item(1)], isUserReplaced: undefined },
      { ...batch, resources: [] },
    ] as unknown as ReadonlyArray<UpdatedBatch<ReturnType<typeof item>>>
    const asked: Array<number> = []
    const items = {
      get: (id: number) => (asked.push(id), of(item(id))),
      watchUpdated: ({ process }: { readonly process: (one: (typeof batches)[number]) => Observable<unknown> }) =>
        from(batches).pipe(
          concatMap((one) => {
            clock.advance(2000)
            return process(one).pipe(ignoreElements(), endWith(one))
          }),
        ),
    }
    watchConsents(items, { clock }).subscribe()
    expect(asked).toEqual([1])
  })
})
